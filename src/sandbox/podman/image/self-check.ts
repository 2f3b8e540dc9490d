import { readFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { ProblemError } from '../../../base/errors.ts';
import { printable } from '../../files/safe-name.ts';
import type { Sandbox } from '../../sandbox.ts';
import { hasOwnKernel } from '../service/own-kernel.ts';

/** One thing that was looked at inside. */
export interface SelfCheckRow {
	readonly name: string;
	readonly value: string;
	readonly met: boolean;
}

export interface SelfCheckOptions {
	readonly runtime: string;
	/** Names of this host, which nothing inside may show. */
	readonly names: readonly string[];
	readonly signal: AbortSignal;
}

/** How many system calls amicontained finds blocked under our profile; under Podman's own it is 38. */
const leastBlocked = 64;
const python = '3.13';

const strings = z.array(z.string()).max(100);
/** Untrusted, as all that comes from inside. */
const found = z.object({
	capabilities: strings,
	seccomp: z.string(),
	idMap: strings,
	foreign: strings,
	setuid: strings,
	python: z.string(),
	missing: strings,
	blocked: z.number(),
});
export type Found = z.output<typeof found>;

/** Names that nothing inside may show: of this host, and of a data folder. None that is a mere word, which files of many images have. */
export function namesHere(homeId: string): readonly string[] {
	return [hostname(), homeId, homedir()].filter(
		(name) => name.length > 4 && /[^a-z]/i.test(name) && !common.includes(name),
	);
}

const common = ['/root'];

/** Looks from inside at what a command can do and see there. Rejects with `ProblemError` where nothing can be seen, and with the signal's reason. */
export async function selfCheck(sandbox: Sandbox, options: SelfCheckOptions): Promise<readonly SelfCheckRow[]> {
	const { names, runtime, signal } = options;
	const content = await readFile(join(import.meta.dirname, 'self_check.py'), 'utf8');
	const path = '/tmp/self_check.py';
	await sandbox.call({ tool: 'write_file', args: { path, content } }, { signal });
	// In disguise: its own command line is read, too
	const words = Buffer.from(JSON.stringify(names)).toString('base64');
	const command = `cd /; python3 -I ${path} ${words}; rm -f ${path}`;
	const { text } = await sandbox.call({ tool: 'bash', args: { command, timeout: 120 } }, { signal });
	return rowsOf(parse(text), runtime);
}

function parse(text: string): Found {
	const line = text.split('\n').find((one) => one.startsWith('{')) ?? '';
	try {
		return found.parse(JSON.parse(line));
	} catch (error) {
		throw unseen(text, error);
	}
}

function unseen(text: string, cause: unknown): ProblemError {
	const message = `Cannot check the sandbox from inside: ${printable(text, 500)}`;
	return new ProblemError(message, `The image needs bash, and python3 ${python}`, { cause });
}

/** The promises that hold of each image, by what was found in a sandbox of it. Pure. */
export function rowsOf(inside: Found, runtime: string): readonly SelfCheckRow[] {
	const list = (items: readonly string[]) => (items.length === 0 ? 'none' : printable(items.join(' '), 300));
	const { capabilities, blocked, seccomp, idMap, foreign, setuid, missing } = inside;
	const ownIds = hasOwnKernel(runtime) || (idMap[1] !== undefined && idMap[1] !== '0');
	return [
		{ name: 'capabilities', value: list(capabilities), met: capabilities.length === 0 },
		{
			name: 'system calls',
			value: `${blocked} blocked; at least ${leastBlocked} have to be`,
			met: blocked >= leastBlocked,
		},
		{
			name: 'seccomp',
			value: seccomp === '2' ? 'a filter is on' : `mode "${printable(seccomp, 20)}"`,
			met: seccomp === '2',
		},
		{
			name: 'user namespace',
			value: hasOwnKernel(runtime) ? 'read back from the host' : list(idMap),
			met: ownIds,
		},
		{ name: "the host's names", value: list(foreign), met: foreign.length === 0 },
		{ name: 'setuid programs', value: list(setuid), met: setuid.length === 0 },
		{ name: 'Python', value: `${printable(inside.python, 20)}; it has to be ${python}`, met: inside.python === python },
		{ name: 'packages that are missing', value: list(missing), met: missing.length === 0 },
	];
}
