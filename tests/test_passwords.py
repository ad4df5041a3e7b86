import pytest
from click.testing import CliRunner

from bd.cli import main
from bd.errors import UsageError
from bd.passwords import holds_password, refuse_password

SECRET = "s3cret"


@pytest.mark.parametrize(
    "url",
    [
        f"https://ann:{SECRET}@example.org/",
        f"https://{SECRET}@example.org/",
        f"s3://key:{SECRET}@bucket/answers",
        f"simplecache::ftp://ann:{SECRET}@host/answers",
        f"tcp://ann:{SECRET}@10.0.0.5:8786",
        f"//ann:{SECRET}@example.org/",
        f"https://ann:{SECRET}@x@example.org/",
    ],
)
def test_an_address_with_a_password_is_known_and_shown_without_it(url):
    assert holds_password(url)
    with pytest.raises(UsageError) as raised:
        refuse_password(url)
    assert SECRET not in str(raised.value)


@pytest.mark.parametrize("url", ["https://example.org/@ann", "s3://bucket/a@b", "mail@example.org", "", None, 7])
def test_an_at_sign_elsewhere_is_none(url):
    assert not holds_password(url)


def test_an_address_without_one_is_let_pass():
    refuse_password("s3://bucket/a@b")


@pytest.mark.parametrize(
    "more", [["--answers", f"ftp://ann:{SECRET}@host/answers"], ["--cluster", f"tcp://ann:{SECRET}@10.0.0.5:8786"]]
)
def test_no_command_takes_a_password_or_shows_it(project, more):
    result = CliRunner().invoke(main, ["replay", "--project", str(project.root), *more])
    assert (result.exit_code, SECRET in result.output) == (2, False)
    assert "must hold no user and no password" in result.stderr


@pytest.mark.parametrize("key", ["base_url", "licence_url", "repository", "models", "by", "description"])
def test_no_setting_of_the_site_holds_a_password(project, key):
    from bd.errors import ProblemsError
    from bd.site.settings import load_settings

    url = f"https://ann:{SECRET}@example.org/"
    settings = {"title": "t", "description": "d", "base_url": "https://example.org/", "date": "2026-01-31", key: url}
    lines = "".join(f'{name} = "{value}"\n' for name, value in settings.items())
    colours = "".join(f'[colours.{name}]\naccent = "#0b5a5e"\nmark = "#0b5a5e"\n' for name in ("light", "dark"))
    project.write("site/site.toml", b"\xef\xbb\xbf" + (lines + colours).encode())
    with pytest.raises(ProblemsError) as raised:
        load_settings(project.root)
    (problem,) = raised.value.problems
    assert "holds the name of a user or a password" in problem.message
    assert SECRET not in str(problem)
