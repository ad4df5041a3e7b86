from bd.ask.progress import TerminalProgress


def test_nothing_is_shown_where_nobody_looks(capfd):
    with TerminalProgress("fake") as progress:
        progress.begin(2)
        progress.log("nurse-surgeon", "as-written")
        progress.answered()
        progress.answered()
    assert capfd.readouterr() == ("", "")


def test_a_terminal_shows_logs_rows_and_rate(capfd, monkeypatch):
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    with TerminalProgress("fake") as progress:
        progress.begin(5)
        progress.log("nurse-surgeon", "as-written")
        progress.answered()
        progress.answered(4)
    out, err = capfd.readouterr()
    assert out == ""
    assert "fake nurse-surgeon/as-written" in err
    assert "5/5" in err
