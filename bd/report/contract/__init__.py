"""The data file as typed records: the one view of it, which a report is held against and pages read.

Used as `contract.Result`. Attributes have the names of the public contract: a model is an `engine`, a characteristic a
`dimension`, a question an `item`, a cell a `facet` (and `id` within a result), a control a `floor`, an effect beyond it
an `excess`, and clear is `detected`.
"""

from bd.report.contract.base import *
from bd.report.contract.boards import *
from bd.report.contract.examples import *
from bd.report.contract.file import *
from bd.report.contract.levels import *
from bd.report.contract.models import *
from bd.report.contract.overall import *
from bd.report.contract.reported import *
from bd.report.contract.results import *
from bd.report.contract.shortlists import *
