import { createHash } from 'node:crypto';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
// Mistral takes ids of exactly nine of these and nothing else; everyone else takes them too.
const length = 9;
const safe = new RegExp(`^[A-Za-z0-9]{${length}}$`);

/** A call id of our own, fit for every known server. Servers repeat theirs, or leave them out. */
export function newCallId(random: () => number): string {
	return Array.from({ length }, () => letters[Math.floor(random() * letters.length)] ?? 'A').join('');
}

/**
 * Names calls on the wire: an id that is fit goes as it is, any other (and one that comes again) as a hash of itself.
 * One history always gives the same names, so that the server's cache holds.
 */
export function createWireIds(): (id: string) => string {
	const taken = new Set<string>();
	return (id) => {
		let name = id;
		for (let count = 0; !safe.test(name) || taken.has(name); count++) name = hash(`${id}#${count}`);
		taken.add(name);
		return name;
	};
}

function hash(text: string): string {
	const bytes = createHash('sha256').update(text).digest();
	return Array.from(bytes.subarray(0, length), (byte) => letters[byte % letters.length] ?? 'A').join('');
}
