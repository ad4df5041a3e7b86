"""Which kind of processor this is, as each system tells it."""

import platform
import subprocess

import pytest

import bd.machine
from bd.machine import UNKNOWN, Machine, machine_of, this_machine


@pytest.fixture
def told(monkeypatch, tmp_path):
    """Let a system of some name tell what it would."""

    def system(name, machine, cpuinfo=None, **commands):
        def run(command, **options):
            if command[-1] not in commands:
                raise FileNotFoundError(command[0])
            return subprocess.CompletedProcess(command, 0, commands[command[-1]], "")

        path = tmp_path / "cpuinfo"
        if cpuinfo is not None:
            path.write_text(cpuinfo)
        monkeypatch.setattr(bd.machine, "_CPUINFO", path)
        monkeypatch.setattr(platform, "system", lambda: name)
        monkeypatch.setattr(platform, "machine", lambda: machine)
        monkeypatch.setattr(bd.machine.subprocess, "run", run)
        monkeypatch.delenv("PROCESSOR_IDENTIFIER", raising=False)
        return this_machine.__wrapped__()

    return system


def test_linux_names_the_maker_in_a_file(told):
    assert told("Linux", "x86_64", "processor\t: 0\nvendor_id\t: GenuineIntel\n") == Machine("x86_64", "GenuineIntel")
    assert told("Linux", "aarch64", "CPU implementer\t: 0x41\n\n") == Machine("aarch64", "0x41")


def test_macos_is_asked_by_a_command(told):
    intel = {"machdep.cpu.vendor": "GenuineIntel\n", "machdep.cpu.brand_string": "Intel(R) Core(TM) i5\n"}
    assert told("Darwin", "x86_64", **intel) == Machine("x86_64", "GenuineIntel")
    apple = {"machdep.cpu.brand_string": "Apple M2 Pro\n"}
    assert told("Darwin", "arm64", **apple) == Machine("aarch64", "Apple")


def test_windows_says_it_in_a_variable(told, monkeypatch):
    told("Windows", "AMD64")
    monkeypatch.setenv("PROCESSOR_IDENTIFIER", "AMD64 Family 25 Model 33 Stepping 0, AuthenticAMD")
    assert this_machine.__wrapped__() == Machine("x86_64", "AuthenticAMD")


@pytest.mark.parametrize("system", ["Linux", "Darwin", "Windows", ""])
def test_what_is_not_told_is_unknown(told, system):
    assert told(system, "riscv64") == Machine("riscv64", UNKNOWN)
    assert told(system, "", "model name\t: none\n") == Machine(UNKNOWN, UNKNOWN)


def test_nothing_but_the_kind_is_told():
    assert set(this_machine().as_json()) == {"architecture", "maker"}
    assert platform.node() not in this_machine().as_json().values()


@pytest.mark.parametrize(
    "values",
    [
        None,
        "x86_64",
        {"architecture": "x86_64"},
        {"architecture": "x86_64", "maker": 7},
        {"architecture": "x86_64", "maker": " "},
        {"architecture": "x86_64", "maker": "A", "host": "mine"},
    ],
)
def test_what_is_no_machine_is_none(values):
    assert machine_of(values) is None
    assert machine_of(Machine("x86_64", "A").as_json()) == Machine("x86_64", "A")
