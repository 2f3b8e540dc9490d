import { randomBytes, randomUUID } from 'node:crypto';
import type { FileTree } from '../base/file-tree.ts';
import type { SandboxHome } from './sandbox.ts';

/** With a space, which is in no session's id. */
const prefix = 'trial ';

/**
 * The home of a sandbox for code that nobody has tested yet: of no session, with nothing of anybody's in it, and of nothing in it anything
 * outlives its end. A session may have files in `/inputs` or none; here lies one that tells nothing, so that a tool cannot tell a test from its
 * use by whether there are any.
 */
export function trialHome(diskBytes: number): SandboxHome {
	return {
		session: `${prefix}${randomUUID()}`,
		diskBytes,
		trees: { inputs: strangeFile(), tools: noFiles, memories: noFiles },
	};
}

/** What follows the prefix in the id of such a home, as the name of a folder; undefined for a session's. Pure. */
export function trialIn(session: string): string | undefined {
	return session.startsWith(prefix) ? session.slice(prefix.length) : undefined;
}

const noFiles: FileTree = {
	version: async () => 'none',
	async *entries() {},
};

function strangeFile(): FileTree {
	const name = `${randomBytes(4).toString('hex')}.csv`;
	const bytes = Buffer.from(`${randomBytes(6).toString('hex')}\n${randomBytes(40).toString('hex')}\n`);
	return {
		version: async () => name,
		async *entries() {
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
