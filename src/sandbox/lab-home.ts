import { randomBytes, randomInt } from 'node:crypto';
import type { FileTree } from '../base/file-tree.ts';
import type { SandboxHome } from './sandbox.ts';

/** With a space, which is in no session's id. */
const prefix = 'lab ';

/** For whom a lab is made. */
export interface LabOrder {
	/** The id of the session whose tools are tried: the lab's looks like it, as a tool can see where the host keeps what is mounted. */
	readonly like: string;
	/** Lies in its `/inputs`; default: nothing of anybody's. */
	readonly given?: FileTree;
}

/**
 * The home of a sandbox for code that nobody has tested yet: of no session, with nothing of anybody's in it but the `inputs` that it is given,
 * and nothing of it outlives its end. A session may have files in `/inputs` or none; here lies one that tells nothing, so that a tool cannot tell a test from its
 * use by whether there are any.
 */
export function labHome(diskBytes: number, { like, given = noFiles }: LabOrder): SandboxHome {
	return {
		session: `${prefix}${idLike(like)}`,
		beside: like,
		diskBytes,
		trees: { inputs: withStrangeFile(given), tools: noFiles, memories: noFiles },
	};
}

/** So many letters and digits of chance keep a lab's id from being any session's. */
const leastChance = 12;

const signs = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'] as const;

/** An id of the same place and shape: of its last word each letter and digit is another one, and a short one is made longer. */
function idLike(session: string): string {
	const at = session.lastIndexOf('-') + 1;
	const rest = session.slice(at).replaceAll(/[0-9a-z]/gi, (one) => other(one));
	const missing = leastChance - rest.replaceAll(/[^0-9a-z]/gi, '').length;
	const more = Array.from({ length: Math.max(0, missing) }, () => other(rest.at(-1) ?? '0'));
	return `${session.slice(0, at)}${rest}${more.join('')}`;
}

function other(one: string): string {
	const among = signs.find((kind) => kind.includes(one)) ?? signs[0];
	return among.charAt(randomInt(among.length));
}

/** The rest of the id of such a home, as the name of a folder; undefined for a session's. Pure. */
export function labIn(session: string): string | undefined {
	return session.startsWith(prefix) ? session.slice(prefix.length) : undefined;
}

const noFiles: FileTree = {
	version: async () => 'none',
	async *entries() {},
};

function withStrangeFile(files: FileTree): FileTree {
	const name = `${randomBytes(4).toString('hex')}.csv`;
	const bytes = Buffer.from(`${randomBytes(6).toString('hex')}\n${randomBytes(40).toString('hex')}\n`);
	return {
		version: async () => `${name} ${await files.version()}`,
		async *entries() {
			yield* files.entries();
			yield {
				kind: 'file',
				name,
				size: bytes.length,
				read: async function* () {
					yield bytes;
				},
			};
		},
	};
}
