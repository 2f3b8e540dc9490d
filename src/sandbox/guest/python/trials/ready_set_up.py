"""Readies a work tree for its set-up: files that installers want below HOME, and locks of uv and yarn, which name files where the public index has them.

The argument: {folder, files: [{path, content}], index: address of PyPI's door, or "", registry: that of npm's}. Prints {} or {"problem": sentence's end}. What is changed in
the work tree is of this sandbox alone.
"""

import json
import os
import re
import sys

HOME = os.environ["HOME"]
MOST = 20_000_000
SKIPPED = {".git", "node_modules", ".venv", "target"}


def write(path, content):
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as file:
        file.write(content)


def turned(lock, index):
    """The lock with its wheels, and the public index, at the door."""
    door = index.removesuffix("/simple")
    lock = re.sub(
        r'url = "https?://[^"\s]{1,500}/([^/"\s]{1,250}\.whl)", hash = "sha256:([0-9a-f]{64})"',
        lambda found: f'url = "{door}/files/{found[2]}/{found[1]}", hash = "sha256:{found[2]}"',
        lock,
    )
    return lock.replace('registry = "https://pypi.org/simple"', f'registry = "{index}"')


def turned_yarn(lock, registry):
    """The lock of yarn 1 with its files at the door; later ones name none."""
    return re.sub(r'^(  resolved ")https://registry\.(?:yarnpkg\.com|npmjs\.org)/', rf"\g<1>{registry}", lock, flags=re.MULTILINE)


def turn_locks(folder, name, turn):
    for at, folders, files in os.walk(folder):
        folders[:] = [one for one in folders if one not in SKIPPED]
        path = os.path.join(at, name)
        if name not in files or os.path.islink(path) or os.path.getsize(path) > MOST:
            continue
        with open(path, encoding="utf-8") as file:
            lock = file.read()
        write(path, turn(lock))


def main():
    order = json.loads(sys.argv[1])
    try:
        for file in order["files"]:
            write(os.path.join(HOME, file["path"]), file["content"])
        if order["index"]:
            turn_locks(order["folder"], "uv.lock", lambda lock: turned(lock, order["index"]))
        if order["registry"]:
            turn_locks(order["folder"], "yarn.lock", lambda lock: turned_yarn(lock, order["registry"]))
    except (OSError, ValueError) as error:
        return {"problem": str(error)[:300]}
    return {}


print(json.dumps(main()))
