import type { ModelPart, ModelReply } from '../../src/agent/model/model.ts';

/** The events of a reply's stream, and the reply. */
export interface Collected {
	readonly parts: readonly ModelPart[];
	readonly reply: ModelReply;
}

export async function collectReply(stream: AsyncGenerator<ModelPart, ModelReply>): Promise<Collected> {
	const parts: ModelPart[] = [];
	for (;;) {
		const next = await stream.next();
		if (next.done) return { parts, reply: next.value };
		parts.push(next.value);
	}
}

/** The streamed text in one piece. */
export function textOf(parts: readonly ModelPart[]): string {
	return parts.map((part) => (part.type === 'text' ? part.delta : '')).join('');
}
