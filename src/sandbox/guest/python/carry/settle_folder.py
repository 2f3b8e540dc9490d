"""Takes changed files back into the folder that they came from, or undoes the last time that was done, and prints what it did.

The argument: {root, stage: a folder of ours, do: "back" | "undo", most: {files, bytes, file, undos, undoBytes}, diff: characters}. In the stage stand base (the marks
of the files as they went in), and for each time that changed anything a numbered folder: after (what came and could not be put in its place), before
(what stood there), applied (what was done, written before it is). A file that has been changed here meanwhile stays as it is.
"""

import json
import os
import shutil
import sys

sys.path.insert(0, os.path.dirname(__file__))

from carry_diff import Comparer  # noqa: E402
from carry_frames import (  # noqa: E402
    FOLDER,
    Left,
    Problem,
    answer,
    base_lines,
    enter,
    frames,
    mark_at,
    mark_of,
    parts_of,
    write_file,
)

del sys.path[0]


class Settler:
    def __init__(self, order):
        self.order, self.most, self.left = order, order["most"], Left()
        self.stage = order["stage"]
        self.root = os.open(order["root"], FOLDER & ~os.O_NOFOLLOW)
        with open(f"{self.stage}/base", "rb") as base:
            self.base = base_lines(base)

    def times(self):
        return sorted(int(name) for name in os.listdir(self.stage) if name.isdigit())

    def coming(self, here):
        """All that comes in, and the folders for it; where that is too much, or breaks off, nothing of it is left."""
        coming = f"{self.stage}/coming"
        shutil.rmtree(coming, ignore_errors=True)
        for part in ("after", "before"):
            os.makedirs(f"{coming}/{part}")
        after, before = (os.open(f"{coming}/{part}", FOLDER) for part in ("after", "before"))
        try:
            found = self.unpack(after)
        except BaseException:
            shutil.rmtree(coming, ignore_errors=True)
            raise
        os.rename(coming, here)
        return found, after, before

    def back(self):
        here = f"{self.stage}/{(self.times() or [0])[-1] + 1}"
        found, after, before = self.coming(here)
        # What is gone goes first: a folder may have taken a file's place.
        found = sorted(found.items(), key=lambda entry: (entry[1] is not None, entry[0]))
        comparer, changes, marks = Comparer(self.root, after, self.order["diff"]), [], {}
        for path, new in found:
            old = self.now(path)
            state = "same" if old == new else "conflict" if old != self.base.get(path) else "applied"
            if state == "same" and new is not None:
                remove(after, path)
            if state != "same":
                counts = comparer.compare(path, old, new)
                if state == "applied" and not self.apply(path, old, new, here, before, after):
                    state = "conflict"
                changes.append({"path": path, "kind": kind_of(old, new), "state": state, **counts})
            if state != "conflict":
                marks[path] = new
        self.rebase(marks)
        drop(Settler.forget, self)
        return {**self.report(changes), "diff": comparer.text(), "kept": f"{here}/after"}

    def forget(self):
        """An undo reaches only so far back, and of files that lie beside those that were changed here, too, the newest stay."""
        newer, undos, size = set(), 0, 0
        for time in reversed(self.times()):
            here = f"{self.stage}/{time}"
            is_undo = os.path.exists(f"{here}/applied")
            undos += is_undo
            size += size_of(f"{here}/before")
            is_far = undos > self.most["undos"] or size > self.most["undoBytes"]
            if not is_undo or (undos > 1 and is_far):
                shutil.rmtree(f"{here}/before", ignore_errors=True)
                for name in ("applied", "undone"):
                    drop(os.unlink, f"{here}/{name}")
            self.leave_newest(f"{here}/after", newer)
            drop(os.rmdir, here)

    def leave_newest(self, after, newer):
        for at, _, names in os.walk(after, topdown=False):
            for path in [os.path.relpath(os.path.join(at, name), after) for name in names]:
                if path in newer:
                    drop(os.unlink, f"{after}/{path}")
                newer.add(path)
            drop(os.rmdir, at)

    def apply(self, path, old, new, here, before, after):
        """Puts a file where it belongs, and what stood there aside. False where something is in the way."""
        saved = False
        try:
            with open(f"{here}/applied", "a", encoding="utf-8") as log:
                log.write(json.dumps({"path": path, "had": old, "has": new}) + "\n")
            if old is not None:
                move(self.root, before, path)
                saved = True
            if new is not None:
                move(after, self.root, path)
        except OSError:
            if saved:
                move(before, self.root, path)
            return False
        return True

    def report(self, changes):
        shown = changes[:500]
        return {"changes": shown, "moreChanges": len(changes) - len(shown), "left": self.left.named, "more": self.left.more}

    def unpack(self, after):
        """Writes what comes in into a folder of ours; the mark of each file, None of those that are gone."""
        found, size = {}, 0
        for head, content in frames(sys.stdin.buffer, self.left):
            path = head.get("gone", head.get("path"))
            parts = parts_of(path)
            size += len(content)
            if path in found or ".git" in parts or "link" in head or ("gone" in head and path not in self.base):
                raise Problem("it is in a form that is not understood")
            if len(found) >= self.most["files"] or size > self.most["bytes"] or len(content) > self.most["file"]:
                raise Problem("it is more than is carried")
            found[path] = None
            if "gone" not in head:
                found[path] = mark_of(content, head["mode"])
                folder = enter(after, parts[:-1], make=True)
                write_file(folder, parts[-1], content, head["mode"])
                os.close(folder)
        return found

    def now(self, path):
        return mark_at(self.root, path, self.most["file"])

    def rebase(self, marks):
        """What the folder holds now is what later changes are told from."""
        for path, mark in marks.items():
            self.base.pop(path, None)
            if mark is not None:
                self.base[path] = mark
        with open(f"{self.stage}/base.new", "w", encoding="utf-8") as base:
            base.writelines(json.dumps({"path": path, "mark": mark}) + "\n" for path, mark in self.base.items())
        os.replace(f"{self.stage}/base.new", f"{self.stage}/base")

    def undo(self):
        done = [time for time in self.times() if os.path.exists(f"{self.stage}/{time}/applied")]
        if not done:
            raise Problem("there is nothing to undo")
        here = f"{self.stage}/{done[-1]}"
        before = os.open(f"{here}/before", FOLDER)
        with open(f"{here}/applied", "rb") as log:
            entries = [json.loads(line) for line in log]
        # Files that came go first: a folder may have taken a file's place.
        entries.sort(key=lambda entry: entry["had"] is not None)
        changes, marks = [], {}
        for entry in entries:
            path, had, has = entry["path"], entry["had"], entry["has"]
            now = self.now(path)
            state = "same" if now == had else "applied" if now == has else "conflict"
            if state == "applied":
                if has is not None:
                    remove(self.root, path)
                if had is not None:
                    move(before, self.root, path)
            if state != "conflict":
                marks[path] = had
            if state != "same":
                changes.append({"path": path, "kind": kind_of(has, had), "state": state, "added": 0, "removed": 0})
        os.rename(f"{here}/applied", f"{here}/undone")
        self.rebase(marks)
        return {**self.report(changes), "diff": "", "kept": ""}


def size_of(folder):
    return sum(os.lstat(os.path.join(at, name)).st_size for at, _, names in os.walk(folder) for name in names)


def drop(how, what):
    """As far as it can be: what is left is in nobody's way."""
    try:
        how(what)
    except OSError:
        pass


def kind_of(old, new):
    return "deleted" if new is None else "created" if old is None else "changed"


def move(source, target, path):
    """From one folder to the same place in another one, over a file that stands there."""
    parts = parts_of(path)
    there = enter(target, parts[:-1], make=True)
    here = enter(source, parts[:-1])
    os.rename(parts[-1], parts[-1], src_dir_fd=here, dst_dir_fd=there)
    os.close(here)
    os.close(there)
    prune(source, parts[:-1])


def remove(root, path):
    parts = parts_of(path)
    folder = enter(root, parts[:-1])
    os.unlink(parts[-1], dir_fd=folder)
    os.close(folder)
    prune(root, parts[:-1])


def prune(root, parts):
    """Removes folders that have become empty."""
    for end in range(len(parts), 0, -1):
        above = enter(root, parts[: end - 1])
        try:
            os.rmdir(parts[end - 1], dir_fd=above)
        except OSError:
            return
        finally:
            os.close(above)


answer(lambda order: getattr(Settler(order), "undo" if order["do"] == "undo" else "back")())
