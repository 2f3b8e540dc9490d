"""Sends the files of a folder: all of them, or those that are not as they went in, whose marks then stand on stdin.

The argument: {root, most: {files, bytes, file}, only?: [path], base?: file that the marks are written to, changed?: true}.
"""

import json
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))

from carry_frames import (  # noqa: E402
    FOLDER,
    NAMED,
    OURS,
    Problem,
    base_lines,
    mark_of,
    read_file,
    send,
)

del sys.path[0]

MADE = {"node_modules", "__pycache__", ".venv", ".pytest_cache", ".mypy_cache", ".ruff_cache", ".tox"}


class Sender:
    def __init__(self, order):
        self.order, self.most, self.left = order, order["most"], 0
        self.base = base_lines(sys.stdin.buffer) if order.get("changed") else None
        self.folders = {part for path in self.base or () for part in path.split("/")[:-1]}
        self.marks = open(order["base"], "w", encoding="utf-8") if order.get("base") else None
        self.seen, self.unknown, self.files, self.bytes = set(), set(), 0, 0

    def walk(self, folder, path):
        """Goes through a folder, a descriptor of it, in order, one level after another."""
        with os.scandir(folder) as found:
            entries = sorted(((entry.name, entry.is_symlink(), entry.is_dir(follow_symlinks=False)) for entry in found))
        for name, link, below in entries:
            whole = f"{path}{name}"
            if self.passes_over(whole, name, below):
                continue
            if link:
                self.link(folder, name, whole)
            elif not below:
                self.file(folder, name, whole)
            elif whole.count("/") >= 38:
                self.leave(whole, "is nested too deeply")
            else:
                self.enter(folder, name, whole)

    def passes_over(self, path, name, below):
        try:
            name.encode()
        except UnicodeEncodeError:
            self.leave(path.encode("utf-8", "replace").decode(), "has a name that is no text")
            return True
        if path.startswith(OURS):
            return True
        only = self.order.get("only")
        if only is not None and not any(path == one or path.startswith(f"{one}/") or (below and one.startswith(f"{path}/")) for one in only):
            return True
        if self.base is None:
            return False
        # Nothing of a repository is brought back, and nothing that tools make anew.
        if name in MADE and below and name not in self.folders:
            self.leave(f"{path}/", "is made anew by tools")
            self.unknown.add(path)
            return True
        if name == ".git":
            self.unknown.add(path)
        return name == ".git"

    def enter(self, folder, name, path):
        try:
            below = os.open(name, FOLDER, dir_fd=folder)
        except OSError:
            self.leave(path, "cannot be read")
            return
        try:
            self.walk(below, f"{path}/")
        finally:
            os.close(below)

    def link(self, folder, name, path):
        """Links go in where they stay within the folder, and never back."""
        target = os.readlink(name, dir_fd=folder)
        inside = os.path.normpath(os.path.join(os.path.dirname(path), target))
        if self.base is not None:
            self.leave(path, "is a link")
        elif os.path.isabs(target) or inside.split("/")[0] == ".." or len(target) > 1000:
            self.leave(path, "is a link that leads out of the folder")
        else:
            self.count(0)
            send({"path": path, "link": target})

    def file(self, folder, name, path):
        self.seen.add(path)
        try:
            found = read_file(folder, name, self.most["file"])
        except OSError:
            self.leave(path, "cannot be read")
            return
        if found is None:
            self.leave(path, "is no file, or a larger one than is carried")
            return
        content, mode = found
        mark = mark_of(content, mode)
        if self.base is not None and self.base.get(path) == mark:
            return
        self.count(len(content))
        if self.marks:
            self.marks.write(json.dumps({"path": path, "mark": mark}) + "\n")
        send({"path": path, "mode": mode, "size": len(content)}, content)

    def is_unknown(self, path):
        """Whether it lies in what was not looked at: nobody knows whether that is gone."""
        parts = path.split("/")
        return ".git" in parts or any("/".join(parts[:count]) in self.unknown for count in range(1, len(parts) + 1))

    def leave(self, path, why):
        self.left += 1
        self.unknown.add(path)
        if self.left <= NAMED:
            send({"left": path[:300], "why": why})

    def count(self, size):
        self.files += 1
        self.bytes += size
        if self.files > self.most["files"] or self.bytes > self.most["bytes"]:
            raise Problem("it is more than is carried")

    def run(self):
        root = os.open(self.order["root"], FOLDER & ~os.O_NOFOLLOW)
        self.walk(root, "")
        for path in self.base or ():
            if path not in self.seen and not self.is_unknown(path):
                send({"gone": path})
        if self.marks:
            self.marks.close()
        send({"end": True, "more": max(0, self.left - NAMED)})


def main():
    order = json.loads(sys.argv[1])
    if order.get("base"):
        os.makedirs(os.path.dirname(order["base"]), exist_ok=True)
    try:
        Sender(order).run()
    except Problem as problem:
        send({"problem": str(problem)})
    except OSError as error:
        send({"problem": (error.strerror or "an error").lower()})
    sys.stdout.buffer.flush()


main()
