import type { SandboxProcess } from '../../../sandbox/opened-process.ts';

/** Bytes of a report. */
const reportMost = 4_000_000;

type Pieces = AsyncIterable<Uint8Array> | Iterable<Uint8Array>;

/** Writes all that a process prints, or text, to another one, as fast as that reads, and closes its input then. An end of either ends it. Never rejects. */
export async function feed(from: Pieces | undefined, to: SandboxProcess): Promise<void> {
	try {
		if (from) for await (const chunk of from) await write(to, chunk);
		to.stream.end();
	} catch {
		// Whoever reads sees that it broke off, or has said why it reads no more.
		to.stream.end();
	}
}

function write({ stream }: SandboxProcess, chunk: Uint8Array): Promise<void> {
	const { promise, resolve, reject } = Promise.withResolvers<void>();
	stream.write(chunk, (error) => (error ? reject(error) : resolve()));
	return promise;
}

/** All that it prints, cut where it is longer than that; undefined where it broke off, as under a sandbox that dies. */
export async function collect({ stream }: SandboxProcess, most = reportMost): Promise<string | undefined> {
	const chunks: Uint8Array[] = [];
	let size = 0;
	try {
		for await (const chunk of stream as AsyncIterable<Uint8Array>) {
			size += chunk.length;
			if (size <= most) chunks.push(chunk);
		}
	} catch {
		return undefined;
	}
	return Buffer.concat(chunks).toString('utf8');
}
