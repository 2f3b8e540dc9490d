import { withoutMention as cutMention } from '../../intake/without-mention.ts';
import { unescapeEntities } from './entities.ts';

/** Somebody's name. */
export type NameOf = (userId: string) => string;

/** Slack's markup for what is more than words: `<@U1|ada>`, `<#C1|general>`, `<!here>`, `<https://example.com|a link>`. */
const token = /<([^<>\n]+)>/g;

/**
 * Slack's own form of a message as a person reads it: mentions, channels and links as words, entities as characters. Bold, lists and code
 * stay as they were typed. Pure.
 */
export function readableText(text: string, nameOf: NameOf): string {
	return unescapeEntities(text.replaceAll(token, (whole, inner: string) => wordsOf(inner, nameOf) ?? whole));
}

/** Whom a text mentions, each once. Pure. */
export function mentionedUsers(text: string): string[] {
	return [...new Set([...text.matchAll(/<@([UW][A-Z0-9]+)(?:\|[^<>]*)?>/g)].flatMap(([, user]) => user ?? []))];
}

/** The text without any mention of `user`. Pure. */
export function withoutMention(text: string, user: string): string {
	return cutMention(text, { mention: `<@${user}(?:\\|[^<>]*)?>` });
}

function wordsOf(inner: string, nameOf: NameOf): string | undefined {
	const at = inner.indexOf('|');
	const target = at === -1 ? inner : inner.slice(0, at);
	const label = at === -1 ? '' : inner.slice(at + 1);
	if (/^@[UW][A-Z0-9]+$/.test(target)) return `@${nameOf(target.slice(1))}`;
	if (/^#[A-Z0-9]+$/.test(target)) return `#${label || target.slice(1)}`;
	if (target.startsWith('!')) return label ? withAt(label, target) : `@${target.slice(1).replace('subteam^', '')}`;
	if (!/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
	return linkWords(target, label);
}

function withAt(label: string, target: string): string {
	return target.startsWith('!date') || label.startsWith('@') ? label : `@${label}`;
}

function linkWords(target: string, label: string): string {
	// Slack makes a link of a bare name, too, such as `test.sh` or `README.md`: people have typed no `http://`.
	if (target === `http://${label}`) return label;
	const address = target.replace(/^(mailto|tel):/, '');
	const bare = address.replace(/^https?:\/\//, '').replace(/\/$/, '');
	// A label that is the address's own end, as of a repository that is copied from its page, says nothing more.
	if (label === '' || address === label || bare === label || bare.endsWith(`/${label}`)) return address;
	return `${label} (${address})`;
}
