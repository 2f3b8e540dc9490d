"""Looks from inside at what a sandbox is: one line of JSON. Its argument: base64 of a JSON list of names that must not be found."""

import base64
import ctypes
import importlib.util
import json
import os
import re
import signal
import subprocess
import sys

PACKAGES = ["docx", "matplotlib", "numpy", "openpyxl", "pandas", "pptx", "pypdfium2"]
LAST_CALL = 462


def status(name):
    for line in open("/proc/self/status"):
        if line.startswith(name + ":"):
            return line.split()[1]
    return ""


# fork, vfork and clone: whoever they leave would go on here
LEFT_OUT = {"x86_64": (56, 57, 58), "aarch64": (220,)}.get(os.uname().machine, ())


def try_calls(first, pipe):
    """Each call from that one on, without arguments, until one ends this process or makes it wait; "1" for what is not permitted."""
    libc = ctypes.CDLL(None, use_errno=True)
    for number in range(first, LAST_CALL + 1):
        signal.setitimer(signal.ITIMER_REAL, 0.05)
        failed = number not in LEFT_OUT and libc.syscall(number, 0, 0, 0, 0, 0, 0) == -1 and ctypes.get_errno() in (1, 13)
        os.write(pipe, b"1" if failed else b"0")


def blocked():
    count, at = 0, 0
    while at <= LAST_CALL:
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            try_calls(at, writing)
            os._exit(0)
        os.close(writing)
        with open(reading, "rb") as file:
            seen = file.read()
        os.waitpid(child, 0)
        count += seen.count(b"1")
        # The one that ended it was permitted
        at += len(seen) + 1
    return count


def content(path):
    if os.path.islink(path):
        return os.readlink(path).encode()
    file = os.open(path, os.O_RDONLY | os.O_NONBLOCK)
    try:
        return os.read(file, 65536)
    finally:
        os.close(file)


# A process' own mounts and control groups name its own container, and the kernel's version may name a distribution
OWN = re.compile(r"/(mountinfo|mounts|mountstats|cgroup|cpuset|version)$")


def foreign(names):
    words = [name.encode() for name in names]
    found = set()
    for top in ("/proc", "/sys", "/etc"):
        for folder, folders, files in os.walk(top):
            for name in files + folders:
                path = os.path.join(folder, name)
                if OWN.search(path):
                    continue
                try:
                    text = path.encode() + b" " + (b"" if os.path.isdir(path) and not os.path.islink(path) else content(path))
                except OSError:
                    continue
                found.update(path for word in words if word in text)
    found.update("variable " + name for name, value in os.environ.items() if any(word in value for word in names))
    return sorted(found)[:10]


def setuid():
    command = ["find", "/", "-xdev", "-type", "f", "-perm", "/6000"]
    return subprocess.run(command, capture_output=True, text=True).stdout.split()[:10]


names = json.loads(base64.b64decode(sys.argv[1]))
found = {
    "capabilities": [name for name in ("CapInh", "CapPrm", "CapEff", "CapAmb") if int(status(name) or "0", 16) != 0],
    "seccomp": status("Seccomp"),
    "idMap": open("/proc/self/uid_map").read().split(),
    "foreign": foreign(names),
    "setuid": setuid(),
    "python": ".".join(map(str, sys.version_info[:2])),
    "missing": [name for name in PACKAGES if importlib.util.find_spec(name) is None],
    "blocked": blocked(),
}
print(json.dumps(found))
