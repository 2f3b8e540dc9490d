import { createHash } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { codeOf, userMessage } from '../../base/errors.ts';
import { printable } from './safe-name.ts';

/** A written file's size, or why it was not written to its end. */
export type Written =
	| { readonly kind: 'written'; readonly size: number; readonly sha256: string }
	/** `unsaved`: the system's error, where it could not be saved. */
	| { readonly kind: 'refused'; readonly reason: string; readonly unsaved?: unknown };

/**
 * Writes `chunks` to an open file, counted and hashed, until `whyNot` of the bytes so far gives a reason. What was
 * written then is the caller's to remove. Rejects only with what `chunks` throws.
 */
export async function writeCounted(
	chunks: AsyncIterable<Uint8Array>,
	target: FileHandle,
	whyNot: (size: number) => string | undefined,
): Promise<Written> {
	const hash = createHash('sha256');
	let size = 0;
	for await (const chunk of chunks) {
		size += chunk.byteLength;
		const reason = whyNot(size);
		const refused = reason === undefined ? await whyNotSaved(target.writeFile(chunk)) : { reason };
		if (refused !== undefined) return { kind: 'refused', ...refused };
		hash.update(chunk);
	}
	return { kind: 'written', size, sha256: hash.digest('hex') };
}

async function whyNotSaved(step: Promise<unknown>): Promise<{ reason: string; unsaved: unknown } | undefined> {
	try {
		await step;
		return undefined;
	} catch (unsaved) {
		return { reason: saveProblem(unsaved), unsaved };
	}
}

/** Why a file could not be saved, as half a sentence. */
export function saveProblem(error: unknown): string {
	const full = ['ENOSPC', 'EDQUOT'].includes(codeOf(error) ?? '');
	return `cannot be saved: ${full ? 'the disk is full' : printable(userMessage(error), 300)}`;
}
