"""Prints the final tree of a work folder: all that .gitignore does not exclude, and all that the base has.

The argument: {root: the folder, same?: true, most?: {files, bytes, file, seconds}}. For each file a line of JSON, {path, mode, size}, and its bytes; for
a link its target. With `same`, a file that is as the base has it is {path, same: the object's id}, without bytes. At the
end {end, ignored, ignoredMore, submodules, left: [{path, why}], leftMore}, or {problem}. The folder's `.git` has no part
in it: whoever works there may have changed it. What the base has stands beside the folder, where open_repo.py has written it.
"""

import errno
import hashlib
import json
import os
import stat
import sys
import time

HERE = os.path.dirname(__file__)
sys.path[:0] = [HERE, os.path.join(HERE, "..", "carry")]

from carry_frames import FOLDER, NAMED, OURS, Left, Problem, enter  # noqa: E402
from repo_git import base_list, git, place_of_ours  # noqa: E402

del sys.path[:2]

MOST = {"files": 200_000, "bytes": 2_000_000_000, "file": 100_000_000, "seconds": 900}
HELD = 8_000_000  # bytes of a file that are held: whether it was changed meanwhile is known before any of it is sent
TRIES = 3
DEEP = 200
SHOWN = 200
LOST = "what is known of its base is gone: open the repository anew"
out = sys.stdout.buffer


class Tree:
    """The names in a work folder, by git's own rules, with an index and a folder of git's that are ours."""

    def __init__(self, root, place, seconds):
        self.root, self.place, self.seconds = root, place, seconds
        self.env = {"GIT_DIR": os.path.join(place, "git"), "GIT_WORK_TREE": root}

    def git(self, *words, stdin=None):
        return git(*words, cwd=self.root, env=self.env, seconds=self.seconds, stdin=stdin)

    def prepare(self):
        """Fills the index with the base, and answers what is in that: mode and object by path."""
        git("init", "--quiet", "--template=", "--bare", self.env["GIT_DIR"], cwd=self.place)
        with open(os.path.join(self.env["GIT_DIR"], "config"), "w", encoding="ascii") as config:
            config.write("[core]\n\trepositoryformatversion = 0\n")
        os.mkdir(os.path.join(self.env["GIT_DIR"], "info"))
        with open(os.path.join(self.env["GIT_DIR"], "info", "exclude"), "w", encoding="ascii") as exclude:
            exclude.write("".join(f"{begin}*\n" for begin in OURS))
        parent, name = os.path.split(self.root)
        try:
            base = open(base_list(parent, name), "rb")
        except FileNotFoundError as missing:
            raise Problem(LOST) from missing
        with base:
            records = [record for record in base.read().split(b"\0") if record]
        listed = os.path.join(self.place, "index-info")
        with open(listed, "wb") as lines:
            lines.write(b"".join(as_sha1(record) + b"\0" for record in records))
        with open(listed, "rb") as lines:
            self.git("update-index", "-z", "--index-info", stdin=lines)
        return dict(map(as_entry, records))

    def listed(self):
        found = self.git("ls-files", "-z", "--cached", "--others", "--exclude-standard")
        return {name for name in found.split(b"\0") if name}

    def ignored(self):
        found = self.git("ls-files", "-z", "--others", "--ignored", "--exclude-standard", "--directory")
        return sorted(name for name in found.split(b"\0") if name and not name.startswith(tuple(map(os.fsencode, OURS))))


def as_entry(record):
    head, path = record.split(b"\t", 1)
    mode, _, oid = head.decode("ascii").split(" ")
    return path, (mode, oid)


def as_sha1(record):
    """Names alone count here, and a repository that was just made knows objects of SHA-1."""
    head, path = record.split(b"\t", 1)
    mode = head.split(b" ", 1)[0]
    return b"%s %s\t%s" % (mode, b"1" * 40, path)


class Sender:
    def __init__(self, root, base, most):
        self.base = base
        self.root = os.open(root, FOLDER & ~os.O_NOFOLLOW)
        self.most, self.left, self.named = most, Left(), set()
        self.files, self.bytes, self.until = 0, 0, time.monotonic() + most["seconds"]
        self.at, self.folder = None, None

    def send_all(self, names):
        for name in names:
            if time.monotonic() > self.until:
                raise Problem("it took too long")
            self.send_one(name)

    def leave(self, name, why):
        if name not in self.named:
            self.named.add(name)
            self.left.add(shown(name), why)

    def send_one(self, name):
        if name.endswith(b"/"):
            self.leave(name, "is a repository of its own")
            return
        try:
            path = name.decode()
        except UnicodeDecodeError:
            self.leave(name, "has a name that is no text")
            return
        parts = path.split("/")
        try:
            self.go(parts[:-1])
            facts = os.lstat(parts[-1], dir_fd=self.folder)
            self.send_facts(path, parts[-1], facts)
        except (FileNotFoundError, NotADirectoryError):
            return  # Deleted, in the base or just now.
        except OSError as error:
            self.leave(name, f"cannot be read: {(error.strerror or 'an error').lower()}")

    def go(self, parts):
        """Enters a folder without following a link: a link in its place is no folder, and what was below it is gone."""
        if self.at == parts:
            return
        if len(parts) > DEEP:
            raise Problem("it is nested too deeply")
        try:
            folder = enter(self.root, parts)
        except OSError as error:
            if error.errno == errno.ELOOP:
                raise NotADirectoryError from error
            raise
        if self.folder is not None:
            os.close(self.folder)
        self.at, self.folder = parts, folder

    def send_facts(self, path, name, facts):
        if stat.S_ISLNK(facts.st_mode):
            target = os.fsencode(os.readlink(name, dir_fd=self.folder))
            self.count(len(target))
            send(path, "120000", target)
        elif stat.S_ISREG(facts.st_mode):
            self.send_file(path, name)
        elif not stat.S_ISDIR(facts.st_mode):
            self.leave(path.encode(), f"is {kind_of(facts.st_mode)}")

    def send_file(self, path, name):
        for _ in range(TRIES):
            file = os.open(name, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC, dir_fd=self.folder)
            with os.fdopen(file, "rb", buffering=0) as opened:
                before = os.fstat(opened.fileno())
                if not stat.S_ISREG(before.st_mode):
                    raise NotADirectoryError
                if before.st_size > self.most["file"]:
                    self.leave(path.encode(), f"is larger than {self.most['file'] // 1_000_000} MB")
                    return
                mode = "100755" if before.st_mode & 0o100 else "100644"
                if before.st_size > HELD:
                    self.count(before.st_size)
                    if self.is_same(path, mode, before.st_size, pieces_of(opened, before.st_size)):
                        return
                    opened.seek(0)
                    self.stream(path, mode, opened, before)
                    return
                content = read_all(opened, HELD + 1)
                if same(before, os.fstat(opened.fileno())) and len(content) == before.st_size:
                    self.count(len(content))
                    if not self.is_same(path, mode, len(content), [content]):
                        send(path, mode, content)
                    return
        raise Problem(f"{shown(path.encode())} is being written: wait until it is done")

    def is_same(self, path, mode, size, pieces):
        """Whether it is as the base has it; then that is said in the place of its bytes."""
        known, oid = self.base.get(path.encode(), (None, ""))
        if known != mode:
            return False
        digest = hashlib.new("sha256" if len(oid) == 64 else "sha1", b"blob %d\0" % size)
        for piece in pieces:
            digest.update(piece)
        if digest.hexdigest() == oid:
            out.write(json.dumps({"path": path, "same": oid}, ensure_ascii=False).encode() + b"\n")
            return True
        return False

    def stream(self, path, mode, opened, before):
        """A file that is too large to be held. Its size is told before it is read: what is missing then is made up for, and all of it refused."""
        out.write(json.dumps({"path": path, "mode": mode, "size": before.st_size}, ensure_ascii=False).encode() + b"\n")
        left = before.st_size
        while left > 0:
            chunk = opened.read(min(left, 1 << 20)) or b"\0" * min(left, 1 << 20)
            out.write(chunk)
            left -= len(chunk)
        if not same(before, os.fstat(opened.fileno())):
            raise Problem(f"{shown(path.encode())} was changed while it was read: wait until it is done")

    def count(self, size):
        self.files += 1
        self.bytes += size
        if self.files > self.most["files"] or self.bytes > self.most["bytes"]:
            raise Problem(f"it is more than {self.most['files']} files or {self.most['bytes'] // 1_000_000} MB")


def send(path, mode, content):
    out.write(json.dumps({"path": path, "mode": mode, "size": len(content)}, ensure_ascii=False).encode() + b"\n" + content)


def pieces_of(opened, size):
    while size > 0 and (piece := opened.read(min(size, 1 << 20))):
        size -= len(piece)
        yield piece


def read_all(opened, most):
    content = bytearray()
    while len(content) < most and (chunk := opened.read(most - len(content))):
        content += chunk
    return bytes(content)


def same(before, after):
    return (before.st_size, before.st_mtime_ns, before.st_ino) == (after.st_size, after.st_mtime_ns, after.st_ino)


def kind_of(mode):
    return "a pipe" if stat.S_ISFIFO(mode) else "a socket" if stat.S_ISSOCK(mode) else "a device"


def shown(name):
    return name.decode("utf-8", "replace")[:SHOWN]


def look_beside(sender, names):
    """Names what git passes over without a word in the folders that have files: pipes and the like, and repositories' own folders."""
    folders = {b""} | {name[: name.rindex(b"/")] for name in names if b"/" in name.rstrip(b"/")}
    for folder in sorted(folders):
        try:
            inside = enter(sender.root, [os.fsdecode(part) for part in folder.split(b"/") if part])
        except OSError:
            continue
        try:
            with os.scandir(inside) as found:
                for entry in found:
                    look_at(sender, folder, entry)
        finally:
            os.close(inside)


def look_at(sender, folder, entry):
    name = os.path.join(folder, os.fsencode(entry.name))
    if entry.name == ".git" and folder:
        sender.leave(name, "belongs to a repository of its own")
    elif not (entry.is_symlink() or entry.is_file(follow_symlinks=False) or entry.is_dir(follow_symlinks=False)):
        mode = entry.stat(follow_symlinks=False).st_mode
        sender.leave(name, f"is {kind_of(mode)}")


def stage(order):
    root, most = os.path.realpath(order["root"]), {**MOST, **order.get("most", {})}
    ours = os.path.join(os.path.dirname(root), ".threadsmith")
    if not os.path.isdir(ours):
        raise Problem(LOST)
    with place_of_ours(ours, "staging") as place:
        tree = Tree(root, place, most["seconds"])
        base = tree.prepare()
        submodules = {path for path, (mode, _) in base.items() if mode == "160000"}
        names = tree.listed()
        if len(names) > most["files"]:
            raise Problem(f"it is more than {most['files']} files")
        ignored = tree.ignored()
        sender = Sender(root, base if order.get("same") else {}, most)
        sender.send_all(sorted(names - submodules))
        look_beside(sender, names)
        return {
            "end": True,
            "ignored": [shown(name) for name in ignored[:NAMED]],
            "ignoredMore": max(0, len(ignored) - NAMED),
            "submodules": sorted(shown(name) for name in submodules)[:NAMED],
            "left": sender.left.named,
            "leftMore": sender.left.more,
        }


try:
    found = stage(json.loads(sys.argv[1]))
except Problem as problem:
    found = {"problem": str(problem)}
except OSError as error:
    found = {"problem": (error.strerror or "an error").lower()}
except (ValueError, TypeError, KeyError, AttributeError):
    found = {"problem": "it is in a form that is not understood"}
out.write(json.dumps(found, ensure_ascii=False).encode("utf-8", "replace") + b"\n")
out.flush()
