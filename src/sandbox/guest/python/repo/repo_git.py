"""Git for the programs of ours that handle a work folder, whoever has written into it: nobody's configuration, no hook, no program."""

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
import time

from carry_frames import Problem

STALE = 3600  # seconds
LOOKED = 8192  # bytes of what git says as it fails
# Above whatever the folder's own configuration says; git-config(1).
SETTINGS = (
    "core.hooksPath=/dev/null",
    "core.fsmonitor=false",
    "core.attributesFile=/dev/null",
    "core.excludesFile=/dev/null",
    "core.quotePath=false",
    "core.autocrlf=false",
    "core.fileMode=true",
    "core.symlinks=true",
    "core.ignoreCase=false",
    "core.precomposeUnicode=false",
    "core.untrackedCache=false",
    "core.splitIndex=false",
    "core.sparseCheckout=false",
    "commit.gpgSign=false",
    "merge.conflictStyle=merge",
    "submodule.recurse=false",
    "gc.auto=0",
    "maintenance.auto=false",
    "advice.detachedHead=false",
    "safe.directory=*",
)
ENV = {
    "PATH": "/usr/local/bin:/usr/bin:/bin",
    "HOME": "/nonexistent",
    "LC_ALL": "C.UTF-8",
    "GIT_CONFIG_NOSYSTEM": "1",
    "GIT_CONFIG_GLOBAL": "/dev/null",
    "GIT_ATTR_NOSYSTEM": "1",
    "GIT_TERMINAL_PROMPT": "0",
    "GIT_ALLOW_PROTOCOL": "file",
    "GIT_NO_REPLACE_OBJECTS": "1",
    "GIT_LITERAL_PATHSPECS": "1",
    "GIT_EDITOR": "false",
    "GIT_PAGER": "cat",
    **{f"GIT_{who}_{what}": word for who in ("AUTHOR", "COMMITTER") for what, word in (("NAME", "Threadsmith"), ("EMAIL", "threadsmith@localhost.invalid"))},
}


def git(*words, cwd, env=None, seconds=600, allowed=(0,), stdin=None):
    """What git prints, as bytes; a Problem where it ends otherwise, or takes too long."""
    argv = ["git", *(part for setting in SETTINGS for part in ("-c", setting)), *words]
    try:
        done = subprocess.run(argv, cwd=cwd, env={**ENV, **(env or {})}, stdin=stdin or subprocess.DEVNULL, capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired as slow:
        raise Problem("git took too long") from slow
    if done.returncode not in allowed:
        raise Problem(f"git {words[0]} says: {last_words(done.stderr)}")
    return done.stdout


def last_words(said):
    """Git's reason, on one line."""
    lines = [line for line in said[-LOOKED:].decode("utf-8", "replace").splitlines() if line.strip() and not line.startswith("hint:")]
    chosen = [line for line in lines if line.startswith(("fatal:", "error:"))] or lines
    return re.sub(r"\s+", " ", " ".join(chosen[:2]))[:150] or "nothing"


@contextlib.contextmanager
def place_of_ours(folder, kind):
    """A folder for a while; those that a kill has left are removed with it."""
    for name in os.listdir(folder):
        old = os.path.join(folder, name)
        if name.startswith(f"{kind}-") and time.time() - os.lstat(old).st_mtime > STALE:
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{kind}-", dir=folder) as place:
        yield place


def base_list(root, name):
    """The file in which stands what the base of a work folder holds, as `git ls-tree -r -z` says it: beside the folder, as its `.git` is anybody's."""
    return os.path.join(root, ".threadsmith", f"{name}.base")
