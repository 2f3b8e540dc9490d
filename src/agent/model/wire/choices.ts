import { createRoom } from '../model-limits.ts';
import type { ChoiceFacts } from './wire-chunk.ts';

/** The words of one choice, as they come. */
export type Words = Pick<ChoiceFacts, 'text' | 'reasoning'>;

export interface Choices {
	/** The words of the answer: those of choice 0. Those of another are kept, for an answer that has no other. */
	take(choices: readonly ChoiceFacts[]): readonly Words[];
	/** Every choice that was heard of has named its reason to end. */
	readonly finished: boolean;
	/** The answer's reason to end, and the words that were kept where choice 0 has said nothing. */
	end(): { readonly finish: string | undefined; readonly words: Words };
}

/** Choices that the end of is waited for: all of them are looked at with each chunk. */
const mostFollowed = 16;

/** Tells the choices of one answer apart: only one of them speaks. `bytes` is for the words that are kept. */
export function createChoices(bytes: number): Choices {
	const finishes = new Map<number, string | undefined>();
	const room = createRoom(bytes);
	const kept: Words[] = [];
	let second: number | undefined;
	let spoken = false;

	const keep = ({ number, text, reasoning }: ChoiceFacts): void => {
		if (text === '' && reasoning === '') return;
		second ??= number;
		if (number === second) kept.push({ text: room.take(text), reasoning: room.take(reasoning) });
	};
	const follow = ({ number, finish }: ChoiceFacts): void => {
		if (finishes.has(number) || finishes.size < mostFollowed) finishes.set(number, finish ?? finishes.get(number));
	};
	return {
		take(choices) {
			for (const choice of choices) follow(choice);
			const [others, own] = [
				choices.filter(({ number }) => number !== 0),
				choices.filter(({ number }) => number === 0),
			];
			spoken ||= own.some(({ text, reasoning }) => text + reasoning !== '');
			if (!spoken) others.forEach(keep);
			return own;
		},
		get finished() {
			const ends = [...finishes.values()];
			return ends.length > 0 && ends.every((finish) => finish !== undefined);
		},
		end() {
			const finish = finishes.get(0) ?? [...finishes.values()].find((one) => one !== undefined);
			const words = spoken ? [] : kept;
			return {
				finish,
				words: { text: words.map(({ text }) => text).join(''), reasoning: words.map((one) => one.reasoning).join('') },
			};
		},
	};
}
