import type { Message } from '../../../../store/journal.ts';
import type { ModelRequest } from '../../model.ts';
import type { Quirks } from '../../quirks/quirks.ts';
import type { WireMessage, WirePart } from '../wire-types.ts';

type Shown = Pick<ModelRequest, 'pictures'>;
type Eyes = Pick<Quirks, 'vision'>;

/**
 * The content of a message that has pictures: its words, and behind them those that are at hand. Each that is not sent is named in words, so
 * that nobody speaks of what was not seen.
 */
export function withPictures(
	text: string,
	names: readonly string[],
	{ pictures }: Shown,
	{ vision }: Eyes,
): string | readonly WirePart[] {
	if (names.length === 0) return text;
	const urls = names.flatMap((name) => (vision ? (pictures?.get(name) ?? []) : []));
	const unseen = names.filter((name) => !vision || !pictures?.has(name)).map((name) => whyUnseen(name, vision));
	const words = [text, ...unseen].join('\n').toWellFormed();
	if (urls.length === 0) return words;
	return [{ type: 'text', text: words }, ...urls.map((url): WirePart => ({ type: 'image_url', image_url: { url } }))];
}

function whyUnseen(name: string, vision: boolean): string {
	return vision
		? `[The picture "${name}" is not shown any more: look_at shows it again]`
		: `[You cannot see "${name}": this model takes no pictures. Say so where it matters; Python (PIL) can measure it]`;
}

/**
 * The pictures that results of tools brought, in messages of their own: a tool's message carries text alone on most servers, and after it strict
 * templates take only the model's own words before a user's.
 */
export function picturesOfAnswers(
	answers: readonly Extract<Message, { role: 'tool' }>[],
	shown: Shown,
	eyes: Eyes,
): readonly WireMessage[] {
	const names = answers.flatMap(({ pictures = [] }) => pictures);
	const seen = names.filter((name) => eyes.vision && shown.pictures?.has(name));
	if (seen.length === 0) return [];
	return [
		{ role: 'assistant', content: 'I look at it.' },
		{ role: 'user', content: withPictures('[What you asked to look at:]', seen, shown, eyes) },
	];
}

/** Said in a tool's own message of the pictures that do not follow it. */
export function unseenOf(names: readonly string[], { pictures }: Shown, { vision }: Eyes): string {
	return names
		.filter((name) => !vision || !pictures?.has(name))
		.map((name) => `\n${whyUnseen(name, vision)}`)
		.join('');
}
