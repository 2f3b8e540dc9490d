"""Makes a work folder of the git bundle that comes in on stdin, or brings one that is there up to its base.

The argument: {root, folder: its name in root, name: its branch, update?: false where one that is there is to be of the same base, most?: bytes of the bundle}.
It prints {head, branch, files, conflicts, merged, made}, or {problem}. The folder is an ordinary repository with one commit; `refs/threadsmith/base` is
what it was made of. Files are laid as they are in the repository, whatever attributes say, so that what nobody touches stays the same.
"""

import os
import re
import sys

HERE = os.path.dirname(__file__)
sys.path[:0] = [HERE, os.path.join(HERE, "..", "carry")]

from carry_frames import OURS, Problem, answer  # noqa: E402
from repo_git import base_list, git, place_of_ours  # noqa: E402

del sys.path[:2]

BASE = "refs/threadsmith/base"
MOST = 2_500_000_000
CONFLICTS = 100
# None of git's conversions: they are for those who commit, and here files are handed on as they lie.
RAW = "* -text !eol !ident !filter !working-tree-encoding\n"
EXCLUDED = "".join(f"{begin}*\n" for begin in OURS)


class Opener:
    def __init__(self, order):
        self.root, self.name, self.order = order["root"], order["folder"], order
        self.branch = order["name"]
        if not re.fullmatch(r"(?!\.{1,2}$)[A-Za-z0-9_.][A-Za-z0-9._-]{0,99}", self.name) or self.name.endswith(".git") or self.name.startswith(OURS):
            raise Problem("the folder has a name that is none")
        self.path = os.path.join(self.root, self.name)
        self.ours = os.path.join(self.root, ".threadsmith")

    def open(self):
        os.makedirs(self.ours, exist_ok=True)
        with place_of_ours(self.ours, "opening") as place:
            bundle = self.read_bundle(os.path.join(place, "bundle"))
            if not os.path.lexists(self.path) or self.is_empty():
                return self.make(place, bundle)
            return self.bring(bundle)

    def is_empty(self):
        return os.path.isdir(self.path) and not os.path.islink(self.path) and not os.listdir(self.path)

    def read_bundle(self, path):
        most, size = self.order.get("most", MOST), 0
        with open(path, "wb") as bundle:
            while chunk := sys.stdin.buffer.read(1 << 20):
                size += len(chunk)
                if size > most:
                    raise Problem("it is larger than a repository may be")
                bundle.write(chunk)
        return path

    def make(self, place, bundle):
        """A new folder, whole or not at all."""
        made = os.path.join(place, "made")
        with open(bundle, "rb") as head:
            hashes = "sha256" if b"@object-format=sha256" in head.read(200) else "sha1"
        git("init", "--quiet", "--template=", f"--initial-branch={self.branch}", f"--object-format={hashes}", made, cwd=place)
        os.makedirs(os.path.join(made, ".git", "info"), exist_ok=True)
        for file, text in (("exclude", EXCLUDED), ("attributes", RAW)):
            with open(os.path.join(made, ".git", "info", file), "w", encoding="utf-8") as written:
                written.write(text)
        self.fetch(made, bundle, BASE)
        git("reset", "--quiet", "--hard", BASE, cwd=made)
        self.note(made)
        os.rename(made, self.path)
        return {**self.found([], False), "made": True}

    def fetch(self, folder, bundle, ref):
        git("fetch", "--quiet", "--no-tags", "--no-write-fetch-head", bundle, f"+refs/heads/base:{ref}", cwd=folder)

    def note(self, folder):
        """Writes down what the base holds, for the way out."""
        listed = git("ls-tree", "-r", "-z", "--full-tree", BASE, cwd=folder)
        file = base_list(self.root, self.name)
        with open(f"{file}.new", "wb") as written:
            written.write(listed)
        os.replace(f"{file}.new", file)

    def bring(self, bundle):
        """Merges a new base into a folder that was made of an older one. What is not committed there is committed first."""
        if os.path.islink(self.path) or not self.says("rev-parse", "--verify", "--quiet", f"{BASE}^{{commit}}"):
            raise Problem("there is something else of that name")
        self.fetch(self.path, bundle, "refs/threadsmith/next")
        old, new = (self.says("rev-parse", "--verify", "--quiet", f"{ref}^{{tree}}") for ref in (BASE, "refs/threadsmith/next"))
        if old == new:
            self.note(self.path)
            return self.found(self.conflicts(), False)
        if self.order.get("update", True) is False:
            raise Problem("there is a folder of that name already, made of another commit")
        if self.under_way():
            raise Problem("a merge is under way in the folder: end it first")
        if git("status", "--porcelain", "-z", "--untracked-files=normal", cwd=self.path):
            git("add", "--all", cwd=self.path)
            git("commit", "--quiet", "--no-verify", "--allow-empty", "-m", "Work so far", cwd=self.path)
        return self.merge(new)

    def merge(self, tree):
        # The bundle's commit has no parents: as a child of the former base it is merged from there.
        commit = self.says("commit-tree", tree, "-p", BASE, "-m", "base")
        git("merge", "--no-edit", "--no-verify", "-m", "Merge the new base", commit, cwd=self.path, allowed=(0, 1))
        conflicts = self.conflicts()
        if not conflicts and self.says("merge-base", commit, "HEAD") != commit:
            raise Problem("git could not merge the new base: files that it does not know are in the way")
        git("update-ref", BASE, commit, cwd=self.path)
        self.note(self.path)
        return self.found(conflicts, True)

    def conflicts(self):
        return names(git("diff", "--name-only", "--diff-filter=U", "-z", cwd=self.path))

    def under_way(self):
        return any(os.path.lexists(os.path.join(self.path, ".git", mark)) for mark in ("MERGE_HEAD", "rebase-merge", "rebase-apply", "CHERRY_PICK_HEAD"))

    def found(self, conflicts, merged):
        return {
            "head": self.says("rev-parse", "HEAD"),
            "branch": self.says("symbolic-ref", "--quiet", "--short", "HEAD") or None,
            "files": git("ls-tree", "-r", "-z", "--name-only", "--full-tree", BASE, cwd=self.path).count(b"\0"),
            "conflicts": conflicts[:CONFLICTS],
            "merged": merged,
            "made": False,
        }

    def says(self, *words):
        """One line of git's, empty where it has none."""
        return git(*words, cwd=self.path, allowed=(0, 1, 128)).decode().strip()


def names(listed):
    return sorted({name.decode("utf-8", "replace")[:300] for name in listed.split(b"\0") if name})


answer(lambda order: Opener(order).open())
