import { createHash } from 'node:crypto';

/**
 * Nonces are not in messages that are fetched, and messages have no metadata: so each thing that is shown for good carries its key with
 * it, as characters that show nothing. Unicode calls all of them default-ignorable.
 */
const alphabet = ['\u200b', '\u200c', '\u200d', '\u2060', '\u2061', '\u2062', '\u2063', '\u2064'] as const;
const start = '\u2063\u2064\u2063';
const characters = 12;
const invisible: ReadonlySet<string> = new Set(alphabet);
const form = new RegExp(`${start}[${alphabet.join('')}]{${characters}}`, 'g');

/** Characters of a marker. */
export const markerLength = start.length + characters;

/** Characters that show nothing and say that this is `key`: 36 bits of its digest. Pure. */
export function markerOf(key: string): string {
	const digest = createHash('sha256').update(key).digest();
	return `${start}${Array.from({ length: characters }, (_, at) => alphabet[(digest[at] ?? 0) % alphabet.length]).join('')}`;
}

/** Whether the text says that it shows `key`. Pure. */
export function hasMarker(text: string, key: string): boolean {
	return text.includes(markerOf(key));
}

/** The markers that are in a text, as `markerOf` makes them. Pure. */
export function markersIn(text: string): readonly string[] {
	return text.match(form) ?? [];
}

/** The text without markers, those among them that stand within each other: what others wrote may hold copies of ours. Pure. */
export function withoutMarkers(text: string): string {
	if (text.search(form) === -1) return text;
	const kept: string[] = [];
	for (const character of text) {
		kept.push(character);
		if (endsInMarker(kept)) kept.splice(-markerLength);
	}
	return kept.join('');
}

const whole = new RegExp(`^${form.source}$`);

function endsInMarker(kept: readonly string[]): boolean {
	const last = kept.at(-1) ?? '';
	return invisible.has(last) && kept.length >= markerLength && whole.test(kept.slice(-markerLength).join(''));
}

/**
 * The nonce by which Discord knows a post, so that sending it once more answers the first one: at most 25 characters;
 * https://docs.discord.com/developers/resources/message#create-message. Pure.
 */
export function nonceOf(key: string): string {
	return createHash('sha256').update(key).digest('base64url').slice(0, 25);
}
