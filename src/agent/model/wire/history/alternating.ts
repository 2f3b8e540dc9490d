import type { WireMessage } from '../wire-types.ts';

const lines = {
	/** Between words of a person and whatever they follow that no answer was given to: a stop, a failure, or more words. */
	unanswered: { role: 'assistant', content: '(no answer: interrupted, or more was said)' },
	missing: { role: 'user', content: '(earlier messages are left out)' },
	goOn: { role: 'user', content: '(go on)' },
} as const satisfies Readonly<Record<string, WireMessage>>;

/**
 * A history without its system message in which roles alternate: a person's words first, no model's last. Mistral's
 * templates refuse words of a person right after a result (mistral-common bc022b9, validator.py), and Gemma's, Llama 2's and
 * Mistral's first ones two messages of one role ("Conversation roles must alternate user/assistant/…"). Lines are put between
 * messages and never into them: what was sent once is sent alike ever after, for the servers' caches.
 */
export function alternating(wire: readonly WireMessage[]): readonly WireMessage[] {
	const whole = wire.flatMap((message, at) => [...lineBefore(message, wire[at - 1]), message]);
	const last = whole.at(-1);
	if (last === undefined) return [lines.missing];
	return last.role === 'assistant' ? [...whole, lines.goOn] : whole;
}

function lineBefore({ role }: WireMessage, before: WireMessage | undefined): readonly WireMessage[] {
	if (before === undefined) return role === 'user' ? [] : [lines.missing];
	if (role === 'user') return before.role === 'assistant' ? [] : [lines.unanswered];
	return role === 'assistant' && before.role === 'assistant' ? [lines.goOn] : [];
}
