import { createHash, type Hash } from 'node:crypto';

/** A file's bytes up to here are held, so that it is known before it is written whether the mirror has them already. */
const heldMost = 1_048_576;

/** How git names an object by its content: SHA-1 or SHA-256. */
export type ObjectHash = 'sha1' | 'sha256';

/** Turns files into the commands of `git fast-import`: those objects alone that are not known. */
export interface BlobWriter {
	/** Begins a file. What it answers is to be written. */
	begin(size: number, knownOid: string | undefined): Uint8Array | undefined;
	push(bytes: Uint8Array): Uint8Array | undefined;
	/** Ends it: its object's id, and what is still to be written. `content`: of a file of up to 1 MiB. */
	end(): { readonly oid: string; readonly write?: Uint8Array; readonly content?: Buffer };
}

/** Holds one file of up to 1 MiB at a time; a larger one goes through it. */
export function createBlobWriter(hash: ObjectHash): BlobWriter {
	const written = new Set<string>();
	let file: { size: number; known: string | undefined; digest: Hash; held: Uint8Array[] | undefined } | undefined;
	return {
		begin(size, known) {
			const digest = createHash(hash).update(`blob ${size}\0`);
			file = { size, known, digest, held: size > heldMost ? undefined : [] };
			return file.held ? undefined : header(size);
		},
		push(bytes) {
			file?.digest.update(bytes);
			// A copy: the chunk may be the sender's to use again.
			file?.held?.push(Uint8Array.from(bytes));
			return file?.held ? undefined : bytes;
		},
		end() {
			if (!file) throw new Error('No file has begun');
			const { size, known, digest, held } = file;
			file = undefined;
			const oid = digest.digest('hex');
			if (!held) return { oid, write: Buffer.of(newline) };
			const content = Buffer.concat(held);
			if (oid === known || written.has(oid)) return { oid, content };
			written.add(oid);
			return { oid, content, write: Buffer.concat([header(size), content, Buffer.of(newline)]) };
		},
	};
}

const newline = 0x0a;

/** git-fast-import(1), "blob" and "data" in its exact form: nothing of a file's content is read as a command. */
function header(size: number): Buffer {
	return Buffer.from(`blob\ndata ${size}\n`);
}
