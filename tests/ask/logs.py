"""Read what an asking saved in a made-up project, and change what it asks."""

import gzip
import json

from tests.ask.fake import write_texts


def log_path(root, edit, decision="nurse-surgeon", model="fake"):
    return root / "answers" / model / decision / f"{edit}.jsonl.gz"


def log_bytes(root, edit, **names):
    return gzip.decompress(log_path(root, edit, **names).read_bytes())


def rows_of(root, edit, **names):
    return [json.loads(line) for line in log_bytes(root, edit, **names).splitlines()]


def sidecar_of(root, edit, **names):
    path = log_path(root, edit, **names)
    return json.loads(path.with_name(f"{path.name}.metadata.json").read_bytes())


def change_texts(root):
    write_texts(root, "notes", [{"id": "note-000", "text": "She is new.", "job": "nurse", "shift": "day"}])


def readable(root):
    """Have the made-up model answer every text."""
    path = root / "studies" / "texts" / "notes.jsonl"
    rows = [json.loads(line.replace("unreadable", "long")) for line in path.read_text().splitlines()]
    write_texts(root, "notes", rows)
    return root


def everything(root):
    """Return every log with its sidecar, but for the day."""
    return {
        path.relative_to(root).as_posix(): (
            path.read_bytes(),
            {
                k: v
                for k, v in json.loads(path.with_name(f"{path.name}.metadata.json").read_bytes()).items()
                if k != "asked"
            },
        )
        for path in sorted((root / "answers").rglob("*.gz"))
    }
