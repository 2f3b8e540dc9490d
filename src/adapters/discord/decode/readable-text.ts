import { withoutMention as cutMention } from '../../intake/without-mention.ts';
import { withoutMarkers } from '../marker.ts';

/** Names; undefined where they are not known. */
export interface Names {
	user(id: string): string | undefined;
	role(id: string): string | undefined;
	channel(id: string): string | undefined;
}

/** Code, in which Discord shows nothing but what stands there. */
const code = '```[\\s\\S]*?```|``[^\\n]*?``|`[^`\\n]*`';
/** Discord's markup for what is more than words: https://docs.discord.com/developers/reference#message-formatting */
const token = new RegExp(`${code}|<(@!?|@&|#|a?:\\w+:|t:|/[^:<>\\n]+:)(-?\\d+)(?::([tTdDfFsSR]))?>`, 'g');

/**
 * The text of a message as a person reads it: mentions, emoji and times as words. Code, and what people formatted, stay as they were
 * typed; markers of ours are taken out. Pure.
 */
export function readableText(text: string, names: Names): string {
	return withoutMarkers(text).replaceAll(token, (whole, kind: string | undefined, id: string) =>
		kind === undefined ? whole : wordsOf(kind, id, names),
	);
}

function wordsOf(kind: string, id: string, names: Names): string {
	if (kind === '@' || kind === '@!') return `@${names.user(id) ?? id}`;
	if (kind === '@&') return `@${names.role(id) ?? id}`;
	if (kind === '#') return `#${names.channel(id) ?? id}`;
	if (kind === 't:') return timeIn(Number(id));
	return kind.startsWith('/') ? kind.slice(0, -1) : kind.replace(/^a/, '');
}

/** `2026-11-28 08:30 UTC`; anything else stays a number. */
function timeIn(seconds: number): string {
	const date = new Date(seconds * 1000);
	return Number.isNaN(date.valueOf()) ? String(seconds) : `${date.toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** The ids by which a text may name somebody: a user's, and those of roles. */
export interface MentionIds {
	readonly user: string;
	readonly roles: readonly string[];
}

/** The text without any mention of us. Pure. */
export function withoutMention(text: string, { user, roles }: MentionIds): string {
	const mention = `<(?:@!?${user}${roles.map((role) => `|@&${role}`).join('')})>`;
	return cutMention(text, { mention, code });
}

/** Whether a text begins by naming somebody who is not us. Pure. */
export function beginsWithOther(text: string, { user, roles }: MentionIds): boolean {
	const [, isRole, id] = /^\s*<@(&)?!?(\d+)>/.exec(text) ?? [];
	if (id === undefined) return false;
	return isRole ? !roles.includes(id) : id !== user;
}
