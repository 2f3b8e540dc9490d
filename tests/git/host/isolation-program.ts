import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeMirror } from '../../../src/git/host/blank-mirror.ts';
import { createGitRunner } from '../../../src/git/host/run-git.ts';

// Prints, as whoever it is started as, how git is walled in, and what the kernel says of such a git.
const git = createGitRunner();
const folder = await mkdtemp(join(tmpdir(), 'threadsmith-isolation-'));
const dir = join(folder, 'm.git');
await makeMirror(dir, 'sha1');
const args = ['-c', 'alias.probe=!cat /proc/self/status /proc/self/net/dev; id -u', 'probe'];
const end = await git.run({ dir, args }, AbortSignal.timeout(20_000)).finally(() => rm(folder, { recursive: true }));
const { networkWalled } = await git.isolation();
process.stdout.write(JSON.stringify({ networkWalled, said: end.kind === 'ok' ? end.stdout.toString() : end }));
