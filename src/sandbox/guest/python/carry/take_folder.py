"""Lays the files that come in on stdin into a folder that has none of them, and prints what it did not take.

The argument: {root, most: {files, bytes, file}}.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(__file__))

from carry_frames import (  # noqa: E402
    FOLDER,
    Left,
    answer,
    enter,
    frames,
    parts_of,
    write_file,
)

del sys.path[0]


def take(order):
    left, files, size = Left(), 0, 0
    root = os.open(order["root"], FOLDER & ~os.O_NOFOLLOW)
    for head, content in frames(sys.stdin.buffer, left):
        if "gone" in head:
            continue
        parts = parts_of(head["path"])
        folder = enter(root, parts[:-1], make=True)
        try:
            lay(folder, parts[-1], head, content)
            files, size = files + 1, size + len(content)
        except FileExistsError:
            left.add(head["path"], "is there already")
        finally:
            os.close(folder)
    return {"files": files, "bytes": size, "left": left.named, "more": left.more}


def lay(folder, name, head, content):
    if "link" in head:
        os.symlink(head["link"], name, dir_fd=folder)
    else:
        write_file(folder, name, content, head["mode"])


answer(take)
