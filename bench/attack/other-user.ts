import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { got, refused, type Trial } from './attack.ts';
import { whereMounted } from './range/border.ts';
import { type Range, sessions } from './range/range.ts';

/** Tries as `nobody`, outside of any sandbox: without root, as the user's own id of that number. Its control is an upload in a folder that is as open as usual. */
export async function otherUserReads(range: Range): Promise<Trial> {
	const { trees } = range.bench.pathsOf(sessions.attacked);
	await mkdir(trees.inputs, { recursive: true });
	await writeFile(join(trees.inputs, 'upload.txt'), 'an upload', { mode: 0o644 });
	await range.sandbox();
	const open = await mkdtemp(join(tmpdir(), 'threadsmith-open-'));
	try {
		await promisify(execFile)('chmod', ['755', open]);
		await writeFile(join(open, 'upload.txt'), 'an upload', { mode: 0o644 });
		const pattern = `${range.bench.stateDir}/slots/*/session/inputs/* ${range.bench.stateDir}/service/* ${trees.inputs}/*`;
		return { attack: await read(range, pattern), control: await read(range, `${open}/*`) };
	} finally {
		await rm(open, { recursive: true, force: true });
	}
}

const nobody = ['--reuid=65534', '--regid=65534', '--clear-groups'];

async function read(range: Range, pattern: string) {
	try {
		return got((await whereMounted(range, 'setpriv', ...nobody, 'sh', '-c', `cat ${pattern}`)).trim());
	} catch {
		return refused('permission denied');
	}
}
