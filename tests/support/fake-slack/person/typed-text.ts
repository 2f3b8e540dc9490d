import type { Json } from '../world.ts';

/** Matches the mentions and links that stay alive in a person's typed text. */
const token = /<(?:[@#!]|https?:)[^<>]*>/g;

/** A typed text as Slack stores it: `&`, `<` and `>` are escaped, but for mentions and links. */
export function escapeTyped(text: string): string {
	return between(text)
		.map(({ plain, alive }) => escaped(plain) + alive)
		.join('');
}

/** The rich text that goes with it. */
export function richTextOf(text: string): Json {
	const elements = between(text).flatMap(({ plain, alive }) => [
		...(plain ? [{ type: 'text', text: plain }] : []),
		...(alive ? [element(alive)] : []),
	]);
	return { type: 'rich_text', block_id: 'typed', elements: [{ type: 'rich_text_section', elements }] };
}

function between(text: string): { readonly plain: string; readonly alive: string }[] {
	const plain = text.split(token);
	const alive = text.match(token) ?? [];
	return plain.map((part, index) => ({ plain: part, alive: alive[index] ?? '' }));
}

function escaped(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function element(alive: string): Json {
	const [target = '', label] = alive.slice(1, -1).split('|');
	if (target.startsWith('@')) return { type: 'user', user_id: target.slice(1) };
	if (target.startsWith('#')) return { type: 'channel', channel_id: target.slice(1) };
	if (target.startsWith('!subteam^')) return { type: 'usergroup', usergroup_id: target.slice('!subteam^'.length) };
	if (target.startsWith('!')) return { type: 'broadcast', range: target.slice(1) };
	return { type: 'link', url: target, ...(label ? { text: label } : {}) };
}
