"""The unified diffs of files that have changed, by GNU diff, within a time and a length; other diffs that are set up are not asked."""

import os
import subprocess
import time

from carry_frames import enter, parts_of

EACH, ALL = 5, 60  # seconds
COMPARED = 4_000_000  # bytes of both sides of a file
FILES = 300


class Comparer:
    def __init__(self, root, after, room):
        self.root, self.after, self.room = root, after, room
        self.until = time.monotonic() + ALL
        self.texts = []

    def compare(self, path, old, new):
        """Adds a file's diff; how many lines are added and removed."""
        name = path.replace("\n", "\\n")
        found = self.diff(path, name, old, new)
        lines = [] if found is None else found.split("\n")[2:]
        if found is None or len(found) > self.room:
            found = f"a/{name} and b/{name} differ: too much to show\n"
        if len(found) <= self.room:
            self.room -= len(found)
            self.texts.append(found)
        return {sign: sum(line.startswith(mark) for line in lines) for sign, mark in (("added", "+"), ("removed", "-"))}

    def diff(self, path, name, old, new):
        if len(self.texts) >= FILES or time.monotonic() > self.until:
            return None
        sides = [opened(folder, path) if mark not in (None, "other") else null() for folder, mark in ((self.root, old), (self.after, new))]
        try:
            if sum(os.fstat(side).st_size for side in sides) > COMPARED:
                return None
            text = run(["diff", "-u", "--label", f"a/{name}", "--label", f"b/{name}", *(f"/proc/self/fd/{side}" for side in sides)], sides)
        finally:
            for side in sides:
                os.close(side)
        if text is not None and text.startswith("Binary files"):
            return f"Binary files a/{name} and b/{name} differ\n"
        if text == "" and old != new:
            return f"b/{name} can{'' if (new or '').endswith('x') else ' no longer'} be run\n" if old and new else f"b/{name} is empty\n"
        return text

    def text(self):
        return "".join(self.texts)


def opened(folder, path):
    parts = parts_of(path)
    inside = enter(folder, parts[:-1])
    try:
        return os.open(parts[-1], os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK, dir_fd=inside)
    finally:
        os.close(inside)


def null():
    return os.open("/dev/null", os.O_RDONLY)


def run(argv, passed):
    """None where it takes too long."""
    with subprocess.Popen(argv, stdout=subprocess.PIPE, pass_fds=passed, env={"PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"}) as diff:
        try:
            text, _ = diff.communicate(timeout=EACH)
        except subprocess.TimeoutExpired:
            diff.kill()
            return None
    return text.decode("utf-8", "replace")
