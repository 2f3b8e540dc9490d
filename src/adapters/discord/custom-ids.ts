import { digestOf } from '../../chat/asked.ts';

/** A button, a select or a form of ours: all that it needs is in its id and in the store, so that it works after a restart. */
export type CustomId =
	| { readonly does: 'stop' }
	/** One of a question's choices, by its number from 0. `question`: `questionDigest` of its id, here and below. */
	| { readonly does: 'choose'; readonly question: string; readonly choice: number }
	/** A select of a question's choices; its value is the choice's number. */
	| { readonly does: 'select'; readonly question: string }
	/** Opens a question's form. */
	| { readonly does: 'open-form'; readonly question: string }
	/** A question's form, sent. */
	| { readonly does: 'form'; readonly question: string }
	/** `of`: the key of the message that waits. */
	| { readonly does: 'use-now' | 'take-back'; readonly of: string }
	| { readonly does: 'feedback'; readonly value: 'good' | 'bad'; readonly turn: string };

/** Discord's limit: https://docs.discord.com/developers/components/reference#anatomy-of-a-component-custom-id */
export const longestCustomId = 100;

/** As Discord keeps it. Pure. */
export function writeCustomId(id: CustomId): string {
	switch (id.does) {
		case 'stop':
			return 'stop';
		case 'choose':
			return `choose ${id.question} ${id.choice}`;
		case 'select':
		case 'open-form':
		case 'form':
			return `${id.does} ${id.question}`;
		case 'use-now':
		case 'take-back':
			return `${id.does} ${id.of}`;
		case 'feedback':
			return `feedback ${id.value} ${id.turn}`;
	}
}

/** Undefined for what is not ours. Pure. */
export function readCustomId(text: string): CustomId | undefined {
	const [does, first = '', second = ''] = text.split(' ');
	switch (does) {
		case 'stop':
			return { does };
		case 'choose':
			return /^\d{1,2}$/.test(second) ? { does, question: first, choice: Number(second) } : undefined;
		case 'select':
		case 'open-form':
		case 'form':
			return first === '' ? undefined : { does, question: first };
		case 'use-now':
		case 'take-back':
			return first === '' ? undefined : { does, of: first };
		case 'feedback':
			return (first === 'good' || first === 'bad') && second !== '' ? { does, value: first, turn: second } : undefined;
		default:
			return undefined;
	}
}

/** Stands for a question's id, which may be longer than Discord takes. Pure. */
export function questionDigest(id: string): string {
	return digestOf(id);
}
