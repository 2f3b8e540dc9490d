import type { Message, Picture } from '../../../../store/journal.ts';
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
	brought: readonly Picture[],
	{ pictures }: Shown,
	{ vision }: Eyes,
): string | readonly WirePart[] {
	if (brought.length === 0) return text;
	const urls = brought.flatMap(({ name }) => (vision ? (pictures?.get(name) ?? []) : []));
	const unseen = brought.filter(({ name }) => !vision || !pictures?.has(name)).map((one) => whyUnseen(one, vision));
	const words = [text, ...unseen].join('\n').toWellFormed();
	if (urls.length === 0) return words;
	return [{ type: 'text', text: words }, ...urls.map((url): WirePart => ({ type: 'image_url', image_url: { url } }))];
}

function whyUnseen({ path, page }: Picture, vision: boolean): string {
	const where = page === undefined ? `"${path}"` : `of page ${page} of "${path}"`;
	return vision
		? `[The picture ${where} is not shown any more: look_at shows it again]`
		: `[You cannot see the picture ${where}: this model takes no pictures. Say so where it matters; Python (PIL) can measure it]`;
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
	const brought = answers.flatMap(({ pictures = [] }) => pictures);
	const seen = brought.filter(({ name }) => eyes.vision && shown.pictures?.has(name));
	if (seen.length === 0) return [];
	return [
		{ role: 'assistant', content: 'I look at it.' },
		{ role: 'user', content: withPictures('[What you asked to look at:]', seen, shown, eyes) },
	];
}

/** Said in a tool's own message of the pictures that do not follow it. */
export function unseenOf(brought: readonly Picture[], { pictures }: Shown, { vision }: Eyes): string {
	return brought
		.filter(({ name }) => !vision || !pictures?.has(name))
		.map((one) => `\n${whyUnseen(one, vision)}`)
		.join('');
}
