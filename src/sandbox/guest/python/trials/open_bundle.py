"""Makes a repository out of the git bundle that comes on stdin: a work tree with its one commit.

The argument: {folder}. Prints {} or {"problem": sentence's end}.
"""

import json
import os
import shutil
import subprocess
import sys
import tempfile


def main():
    folder = json.loads(sys.argv[1])["folder"]
    handle, path = tempfile.mkstemp(suffix=".bundle", dir=os.path.dirname(folder))
    try:
        with os.fdopen(handle, "wb") as bundle:
            shutil.copyfileobj(sys.stdin.buffer, bundle, 1 << 20)
        done = subprocess.run(
            ["git", "clone", "--quiet", "--branch=base", path, folder],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, errors="replace",
        )
        return {} if done.returncode == 0 else {"problem": (done.stderr.strip().splitlines() or ["git failed"])[-1][:300]}
    except OSError as error:
        return {"problem": (error.strerror or "an error").lower()}
    finally:
        os.unlink(path)


print(json.dumps(main()))
