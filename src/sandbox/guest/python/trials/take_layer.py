"""Puts a layer, which comes on stdin as send_layer.py has sent it, into a work tree and below HOME.

The argument: {folder, loose: whether what .gitignore does not exclude is laid, too}. Nothing that is there already is changed, no link is followed,
and no name leads out. Files and folders that nobody was to change stay so. Prints {"laid": files} or {"problem": sentence's end}.
"""

import errno
import json
import os
import shutil
import sys
import tarfile

FOLDER = os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC
NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC


class Problem(Exception):
    """Why it cannot be done, as a sentence's end."""


class Taker:
    def __init__(self, folder, loose):
        above = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC
        tree = os.open(folder, above)
        self.roots = {"folder": tree, "loose": tree, "home": os.open(os.environ["HOME"], above)}
        self.loose, self.laid = loose, 0
        # The folder that was written to last, and its path: files come folder by folder
        self.at, self.path = None, None
        # Folders to be closed to changes in the end
        self.closed = set()

    def place(self, name):
        """The root and the names on the way, or a Problem where it leads out."""
        root, *parts = name.split("/")
        bad = root not in self.roots or not parts or any(part in ("", ".", "..") or "\0" in part for part in parts)
        if bad or ".git" in parts[:1] or len(parts) > 200:
            raise Problem("it holds a name that leads out of its folder")
        return root, parts

    def enter(self, root, parts):
        """The folder in which the last of these names is, made where it is missing. It stays open until another one is entered."""
        if self.path == (root, parts[:-1]):
            return self.at
        at = os.dup(self.roots[root])
        for part in parts[:-1]:
            below = None
            try:
                if not exists(part, at):
                    os.mkdir(part, 0o755, dir_fd=at)
                below = os.open(part, FOLDER, dir_fd=at)
            finally:
                os.close(at)
            at = below
        if self.at is not None:
            os.close(self.at)
        self.at, self.path = at, (root, parts[:-1])
        # One that was closed by a layer of before
        if not os.fstat(at).st_mode & 0o200:
            os.fchmod(at, 0o755)
            self.closed.add((root, *parts[:-1]))
        return at

    def take(self, tar, member):
        root, parts = self.place(member.name)
        if root == "loose" and not self.loose:
            return
        try:
            at = self.enter(root, parts)
        except OSError as error:
            if error.errno in (errno.ENOTDIR, errno.ELOOP):
                return  # A file or a link of the commit stands in the way
            raise
        if exists(parts[-1], at):
            return
        if member.isdir():
            os.mkdir(parts[-1], 0o755, dir_fd=at)
            if is_closed(root, member):
                self.closed.add((root, *parts))
        elif member.issym():
            os.symlink(member.linkname, parts[-1], dir_fd=at)
        elif member.islnk():
            self.link(member.linkname, parts[-1], at)
        elif member.isreg():
            self.write(tar.extractfile(member), member, parts[-1], at)
            if is_closed(root, member):
                os.chmod(parts[-1], 0o555 if member.mode & 0o100 else 0o444, dir_fd=at)
        self.laid += 1

    def link(self, target, name, at):
        root, parts = self.place(target)
        there = os.dup(self.roots[root])
        try:
            for part in parts[:-1]:
                below = os.open(part, FOLDER, dir_fd=there)
                os.close(there)
                there = below
            os.link(parts[-1], name, src_dir_fd=there, dst_dir_fd=at, follow_symlinks=False)
        finally:
            os.close(there)

    def write(self, source, member, name, at):
        file = os.open(name, NEW, 0o755 if member.mode & 0o100 else 0o644, dir_fd=at)
        with os.fdopen(file, "wb") as opened:
            shutil.copyfileobj(source, opened, 1 << 18)
            opened.flush()
            os.utime(opened.fileno(), (member.mtime, member.mtime))

    def close(self):
        for root, *parts in list(self.closed):
            os.fchmod(self.enter(root, [*parts, ""]), 0o555)


def is_closed(root, member):
    """To changes. What installers keep is theirs."""
    return root != "home" and not member.mode & 0o200


def exists(name, at):
    try:
        os.stat(name, dir_fd=at, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def main():
    try:
        order = json.loads(sys.argv[1])
        taker = Taker(order["folder"], order["loose"])
        whole = False
        with tarfile.open(fileobj=sys.stdin.buffer, mode="r|", bufsize=1 << 18) as tar:
            for member in tar:
                whole = member.name == "end"
                if not whole:
                    taker.take(tar, member)
        taker.close()
        if not whole:
            raise Problem("it is cut off")
        return {"laid": taker.laid}
    except Problem as problem:
        return {"problem": str(problem)}
    except (OSError, tarfile.TarError, EOFError, ValueError) as error:
        return {"problem": (getattr(error, "strerror", None) or str(error) or "it cannot be read")[:300].lower()}


print(json.dumps(main()))
