import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Collected } from '../../../src/sandbox/sandbox.ts';
import { type Range, sessions } from './range.ts';

/** What stands in a file of the host that no artifact may hold. */
export const secret = 'SECRET-OF-THE-HOST-4711';

/** The `/outputs` of the attacked session, on both sides of the border. */
export interface Border {
	/** On the host, where the session's disk is mounted: a control reads there as one would that trusts it. */
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
	const slots = join(range.bench.stateDir, 'slots');
	const mark = `.mark-${process.pid}`;
	await (await range.sandbox()).call({ tool: 'bash', args: { command: `touch /workspace/${mark}` } }, range);
	for (const name of await readdir(slots)) {
		const found: readonly string[] = await readdir(join(slots, name, 'session', 'disk', 'workspace')).catch(() => []);
		if (found.includes(mark)) return join(slots, name, 'session');
	}
	throw new Error('The slot of the attacked session was not found');
}
