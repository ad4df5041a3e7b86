from benchmarks.profiles import table

STACKS = [
    "<module> (garden/snail.py);crawl (garden/snail.py) 30",
    "<module> (garden/snail.py);crawl (garden/snail.py);eat (/x/lib/site-packages/leaf/eat.py) 50",
    "<module> (garden/snail.py);crawl (garden/snail.py);crawl (garden/snail.py) 20",
    "Thread.run (threading.py);_worker (concurrent/futures/thread.py) 900",
    "Thread.run (threading.py);Condition.wait (threading.py) 900",
]


def test_functions_come_with_their_own_share_and_that_with_what_they_call() -> None:
    head, *rows = table(STACKS)
    assert head.split() == ["alone", "with", "callees", "1.0", "s", "of", "all", "threads", "together"]
    assert [row.split() for row in rows] == [
        ["50.0%", "100.0%", "crawl", "(garden/snail.py)"],
        ["50.0%", "50.0%", "eat", "(leaf/eat.py)"],
    ]


def test_only_the_first_are_told_and_no_folder_of_the_machine() -> None:
    (row,) = table(STACKS, top=1)[1:]
    assert "crawl" in row
    assert "/x/" not in "".join(table(STACKS))


def test_where_nothing_was_seen_nothing_is_told() -> None:
    assert len(table([])) == 1
