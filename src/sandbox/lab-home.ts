import { randomBytes, randomUUID } from 'node:crypto';
import type { FileTree } from '../base/file-tree.ts';
import type { SandboxHome } from './sandbox.ts';

/** With a space, which is in no session's id. */
const prefix = 'lab ';

/**
 * The home of a sandbox for code that nobody has tested yet: of no session, with nothing of anybody's in it but the `inputs` that it is given,
 * and nothing of it outlives its end. A session may have files in `/inputs` or none; here lies one that tells nothing, so that a tool cannot tell a test from its
 * use by whether there are any.
 */
export function labHome(diskBytes: number, inputs: FileTree = noFiles): SandboxHome {
	return {
		session: `${prefix}${randomUUID()}`,
		diskBytes,
		trees: { inputs: withStrangeFile(inputs), tools: noFiles, memories: noFiles },
	};
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
