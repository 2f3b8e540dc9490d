import { createHash } from 'node:crypto';
import type { AgentEvent } from '../../chat/events.ts';
import type { Question } from '../../chat/question.ts';

/** A file's key in the outbox. Pure. */
export function artifactKey(
	turn: string,
	{ name, sha256 }: { readonly name: string; readonly sha256: string },
): string {
	return `${turn}/${sha256.slice(0, 12)}-${name}/artifact`;
}

/** A file that is handed over to be read before a question is answered. Equal texts have equal keys. Pure. */
export function readingOf(
	turn: string,
	{ name, text }: NonNullable<Question['file']>,
): Extract<AgentEvent, { type: 'artifact' }> {
	const sha256 = createHash('sha256').update(text).digest('hex');
	const key = artifactKey(turn, { name, sha256 });
	return { type: 'artifact', key, name, size: Buffer.byteLength(text), sha256, text };
}
