"""What a folder's files are carried as between two sandboxes: a line of JSON each, followed by a file's bytes, and a last line that says so.

Whoever sends is not trusted: names are checked, and every step into a folder is taken without following a link.
"""

import hashlib
import json
import os
import stat
import sys

LINE = 8192
NAMED = 100  # files that were left out and are named; the rest is counted
OURS = (".agent-", ".threadsmith")  # begin the folders of ours in a work folder
FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC


class Problem(Exception):
    """Why it cannot be done, as a sentence's end."""


def parts_of(path):
    """The names on the way to a file, or a Problem where it could lead out or into what is ours."""
    parts = path.split("/") if isinstance(path, str) else []
    bad = not parts or any(part in ("", ".", "..") or "\0" in part or len(os.fsencode(part)) > 255 for part in parts)
    if bad or len(parts) > 40 or parts[0].startswith(OURS):
        raise Problem("a file has a name that is none")
    return parts


def enter(root, parts, make=False):
    """A descriptor of the folder below another one; FileNotFoundError or NotADirectoryError where there is none."""
    at = os.dup(root)
    for part in parts:
        if make:
            try:
                os.mkdir(part, 0o755, dir_fd=at)
            except FileExistsError:
                pass
        try:
            below = os.open(part, FOLDER, dir_fd=at)
        finally:
            os.close(at)
        at = below
    return at


def read_file(folder, name, most):
    """Its bytes and mode; None where it is no regular file or a larger one."""
    file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=folder)
    with os.fdopen(file, "rb") as opened:
        facts = os.fstat(opened.fileno())
        if not stat.S_ISREG(facts.st_mode) or facts.st_size > most:
            return None
        content = opened.read(most + 1)
    return None if len(content) > most else (content, 0o755 if facts.st_mode & 0o100 else 0o644)


def mark_of(content, mode):
    """Tells versions of a file apart: its hash, and whether it can be run."""
    return hashlib.sha256(content).hexdigest() + ("x" if mode == 0o755 else "")


def mark_at(root, path, most):
    """The mark of what stands there: None where there is nothing, "other" where it is no file of those that are carried."""
    parts = parts_of(path)
    try:
        folder = enter(root, parts[:-1])
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return "other"
    try:
        found = read_file(folder, parts[-1], most)
    except (FileNotFoundError, NotADirectoryError):
        return None
    except OSError:
        return "other"
    finally:
        os.close(folder)
    return "other" if found is None else mark_of(*found)


class Left:
    """Files that were left out, with the reason."""

    def __init__(self):
        self.named, self.more = [], 0

    def add(self, path, why):
        if len(self.named) < NAMED:
            self.named.append({"path": path[:300], "why": why})
        else:
            self.more += 1


def frames(source, left):
    """The files, links and deletions that come in, each with its bytes; a Problem where it is not whole. What was left out is put into `left`."""
    while True:
        line = source.readline(LINE + 1)
        if not line.endswith(b"\n") or len(line) > LINE:
            raise Problem("it broke off")
        head = json.loads(line)
        if "end" in head:
            left.more += int(head.get("more", 0))
            return
        if "problem" in head:
            raise Problem(str(head["problem"])[:200])
        if "left" in head:
            left.add(str(head["left"]), str(head["why"])[:100])
            continue
        size = head.get("size", 0)
        content = source.read(size) if isinstance(size, int) and 0 <= size else b""
        if len(content) != size:
            raise Problem("it broke off")
        yield head, content


def send(head, content=b""):
    sys.stdout.buffer.write(json.dumps(head).encode() + b"\n" + content)


def base_lines(source):
    """The marks of the files as they went in, by path."""
    return {entry["path"]: entry["mark"] for entry in map(json.loads, source)}


def write_file(folder, name, content, mode):
    """A new file: where anything stands under its name, FileExistsError."""
    file = os.open(name, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, mode, dir_fd=folder)
    with os.fdopen(file, "wb") as opened:
        opened.write(content)
        os.fchmod(opened.fileno(), 0o755 if mode == 0o755 else 0o644)


def answer(work):
    """Prints what `work` answers, or the problem that it met, as one line of JSON. OSErrors are problems."""
    try:
        found = work(json.loads(sys.argv[1]))
    except Problem as problem:
        found = {"problem": str(problem)}
    except OSError as error:
        found = {"problem": (error.strerror or "an error").lower()}
    except (ValueError, TypeError, KeyError, AttributeError):
        found = {"problem": "it is in a form that is not understood"}
    print(json.dumps(found))
