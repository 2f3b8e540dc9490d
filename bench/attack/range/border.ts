import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { Collected } from '../../../src/sandbox/sandbox.ts';
import { podmanCall } from '../../parts/podman-cli.ts';
import type { Try } from '../attack.ts';
import { modeHere } from '../ground.ts';
import { type Range, sessions } from './range.ts';

/** What stands in a file of the host that no artifact may hold. */
export const secret = 'SECRET-OF-THE-HOST-4711';

/** The `/outputs` of the attacked session, on both sides of the border. */
export interface Border {
	/** Where the session's disk is mounted: on the host or, without root, in Podman's own namespace alone. */
	readonly outputs: string;
	/** Where collected artifacts are copied to. */
	readonly copies: string;
	/** A file of the host that holds the secret. */
	readonly secretFile: string;
	collect(): Promise<Collected>;
}

/** The border, with nothing in `/outputs`. */
export async function openBorder(range: Range): Promise<Border> {
	const sandbox = await range.sandbox();
	const clear = 'chmod -R u+rwx /outputs 2>/dev/null; rm -rf /outputs/* /outputs/.[!.]* 2>/dev/null; true';
	await sandbox.call({ tool: 'bash', args: { command: clear } }, range);
	return {
		outputs: join(await slotOf(range), 'disk', 'outputs'),
		copies: range.bench.pathsOf(sessions.attacked).outputs,
		secretFile: join(range.bench.pathsOf(sessions.attacked).trees.inputs, '..', '..', 'secret.txt'),
		collect: () => sandbox.collect(new Map(), range.signal),
	};
}

/** What a container sees of the slot in which a disk with this session's mark is mounted. */
async function slotOf(range: Range): Promise<string> {
	const mark = `.mark-${process.pid}`;
	await (await range.sandbox()).call({ tool: 'bash', args: { command: `touch /workspace/${mark}` } }, range);
	const list = `ls -d ${range.bench.stateDir}/slots/*/session/disk/workspace/${mark}`;
	const found = (await whereMounted(range, 'sh', '-c', list)).trim();
	if (found === '') throw new Error('The slot of the attacked session was not found');
	return join(found, '..', '..', '..');
}

/** Runs a program that sees the mounts of sandboxes, with the rights of whoever looks at them. Answers what it prints. */
export async function whereMounted({ bench }: Range, program: string, ...words: readonly string[]): Promise<string> {
	if (modeHere() === 'root') return (await promisify(execFile)(program, words)).stdout;
	const { words: first, env } = podmanCall(bench.stateDir);
	return (await promisify(execFile)('podman', [...first, 'unshare', program, ...words], { env })).stdout;
}

/** How a reader that trusts what it finds would fare, by the row's name. It reads where the disk is mounted. */
export async function trusting(range: Range, row: string, outputs: string): Promise<Try> {
	const program = join(import.meta.dirname, '..', 'trusting-child.ts');
	const said = await whereMounted(
		range,
		process.execPath,
		'--disable-warning=ExperimentalWarning',
		program,
		row,
		outputs,
	);
	return JSON.parse(said);
}
