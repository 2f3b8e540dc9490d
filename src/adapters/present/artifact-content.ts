import { createHash } from 'node:crypto';
import { codeOf, NotAFileError } from '../../base/errors.ts';
import type { AgentEvent, OpenArtifact } from '../../chat/events.ts';

/** An artifact as it was when it was collected, and the way to what it is now. */
export interface ArtifactContent {
	readonly sha256: string;
	/** As `OpenArtifact`. */
	open(signal: AbortSignal): AsyncIterable<Uint8Array>;
}

/** A file to hand over: an artifact that is read when it is sent, or bytes that are at hand. */
export type FileContent = ArtifactContent | { readonly bytes: Uint8Array };

type ArtifactEvent = Extract<AgentEvent, { type: 'artifact' }>;

/** Where the bytes of an artifact event of this session come from. Pure. */
export function contentOf({ name, sha256, text }: ArtifactEvent, session: string, open: OpenArtifact): FileContent {
	if (text !== undefined) return { bytes: Buffer.from(text) };
	return { sha256, open: (signal) => open(session, name, signal) };
}

/** A file's bytes, or why it cannot be handed over, as a half sentence. */
export type Content = { readonly bytes: Uint8Array } | { readonly reason: string };

const changed = 'it has changed since it was collected';

/** Reads what has `size` bytes, an artifact as it was collected. Rejects only with the signal's reason. */
export async function readContent(content: FileContent, size: number, signal: AbortSignal): Promise<Content> {
	if ('bytes' in content) return content;
	try {
		const bytes = await readWhole(content.open(signal), size);
		const isTheSame = bytes !== undefined && createHash('sha256').update(bytes).digest('hex') === content.sha256;
		return isTheSame ? { bytes } : { reason: changed };
	} catch (error) {
		signal.throwIfAborted();
		return { reason: reasonOf(error) };
	}
}

function reasonOf(error: unknown): string {
	if (error instanceof NotAFileError) return changed;
	return codeOf(error) === 'ENOENT' ? 'it is gone' : `it cannot be read (${codeOf(error) ?? 'unknown'})`;
}

/** Undefined where there are more or fewer than `size` bytes. */
async function readWhole(chunks: AsyncIterable<Uint8Array>, size: number): Promise<Uint8Array | undefined> {
	const bytes = Buffer.allocUnsafe(size);
	let read = 0;
	for await (const chunk of chunks) {
		if (read + chunk.length > size) return undefined;
		bytes.set(chunk, read);
		read += chunk.length;
	}
	return read === size ? bytes : undefined;
}
