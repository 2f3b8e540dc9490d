"""Sends what a set-up has made as a tar: all that lies in a work tree and is not of its commit, and what installers keep below HOME.

The argument: {folder, home: [path]}. Names begin with "folder/" (what .gitignore excludes), "loose/" (what else is not of the commit) or "home/"; the
last one is "end". It ends with an exit code other than 0 where it is not whole.
"""

import json
import os
import subprocess
import sys
import tarfile

HOME = os.environ["HOME"]


def made_in(folder, *which):
    """Paths below the work tree; folders in which nothing is of the commit stand for all that they hold."""
    words = ["git", "-C", folder, "ls-files", "--others", "--exclude-standard", "--directory", "-z", *which]
    done = subprocess.run(words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, check=True)
    return [os.fsdecode(path).rstrip("/") for path in done.stdout.split(b"\0") if path]


def plain(info):
    """Nobody's, with no more than the rights to be run and to be changed; None for what is no file, folder or link."""
    if not (info.isreg() or info.isdir() or info.issym() or info.islnk()):
        return None
    info.uid = info.gid = 0
    info.uname = info.gname = ""
    open_mode = 0o755 if info.isdir() or info.mode & 0o100 else 0o644
    info.mode = open_mode if info.mode & 0o200 else open_mode & 0o555
    return info


def main():
    order = json.loads(sys.argv[1])
    with tarfile.open(fileobj=sys.stdout.buffer, mode="w|", format=tarfile.PAX_FORMAT, bufsize=1 << 18) as tar:
        for root, which in (("folder", ["--ignored"]), ("loose", [])):
            for path in made_in(order["folder"], *which):
                tar.add(os.path.join(order["folder"], path), arcname=f"{root}/{path}", filter=plain)
        for path in order["home"]:
            if os.path.lexists(os.path.join(HOME, path)):
                tar.add(os.path.join(HOME, path), arcname=f"home/{path}", filter=plain)
        tar.addfile(tarfile.TarInfo("end"))


main()
