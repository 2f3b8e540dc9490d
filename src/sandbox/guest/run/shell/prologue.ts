import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { reportFd } from '../start-process.ts';

/**
 * The file that every command's bash reads first (BASH_ENV), on the small file system that only root writes: it goes to the working
 * folder, offers itself to the kernel as the first to go when memory runs out, and reports the folder it ends in. /workspace and /outputs are
 * links, for both are on one disk, and a file can be renamed from one into the other; so are /tools and /memories: find and ls are told to
 * follow a link that they are given.
 */
export const prologue = { path: '/run/threadsmith/prologue.sh' } as const;

function prologueText(): string {
	return `{ builtin cd -- "$THREADSMITH_FOLDER" || builtin cd /workspace; builtin echo 1000 >/proc/self/oom_score_adj; } 2>/dev/null
builtin unset BASH_ENV THREADSMITH_FOLDER OLDPWD
find() { command find -H "$@"; }
ls() { command ls --dereference-command-line-symlink-to-dir "$@"; }
trap '{ builtin pwd >&${reportFd}; } 2>/dev/null' EXIT
`;
}

/** To be called before bash is. */
export function writePrologue(): void {
	mkdirSync(dirname(prologue.path), { recursive: true });
	writeFileSync(prologue.path, prologueText(), { mode: 0o644 });
}
