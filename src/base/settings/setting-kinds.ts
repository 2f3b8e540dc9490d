import { z } from 'zod';
import { zoneNamed } from '../text/time-zone.ts';

const units: Readonly<Record<string, number>> = { k: 2 ** 10, m: 2 ** 20, g: 2 ** 30, t: 2 ** 40 };

/** `2 GB`, `512m`, `1073741824`: bytes, in powers of 1,024. `least` in megabytes. */
export function size(least = 0) {
	return z
		.string()
		.trim()
		.regex(/^\d+(\.\d+)?\s*(b|[kmgt]i?b?)?$/i, 'must be a size such as 512 MB or 2 GB')
		.transform((text) =>
			Math.round(Number.parseFloat(text) * (units[/[kmgt]/i.exec(text)?.[0].toLowerCase() ?? ''] ?? 1)),
		)
		.refine((bytes) => bytes > 0, { error: 'must be more than 0', abort: true })
		.refine((bytes) => Number.isSafeInteger(bytes), 'is too large')
		.refine((bytes) => bytes >= least * 2 ** 20, `must be at least ${least} MB`);
}

/** One of these words, in large or small letters. */
export function choice<const Word extends string>(...words: readonly [Word, ...Word[]]) {
	const all = [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' or ');
	return z
		.string()
		.trim()
		.toLowerCase()
		.pipe(z.enum(words, `must be ${all}`));
}

/** A number, fractions allowed. */
export function amount(least: number, most: number) {
	return numeral(/^\d+(\.\d+)?$/, 'must be a number', least, most);
}

export function whole(least: number, most: number) {
	return numeral(/^\d+$/, 'must be a whole number', least, most);
}

function numeral(form: RegExp, wanted: string, least: number, most: number) {
	return z
		.string()
		.trim()
		.regex(form, wanted)
		.transform(Number)
		.refine((value) => value >= least && value <= most, `must be from ${least} to ${most}`);
}

/** Names separated by commas. */
export const names = z
	.string()
	.transform((value) =>
		value
			.split(',')
			.map((name) => name.trim())
			.filter((name) => name !== ''),
	)
	.refine((all) => all.length > 0, 'must be names, separated by commas');

/** Hosts, each with a port where one is meant: `git.example.org`, `10.0.0.5:3000`, `[fd00::1]`. In lower case. */
export const hosts = names
	.transform((all) => all.map((name) => name.toLowerCase()))
	.refine(
		(all) => all.every((name) => /^(\[[0-9a-f:.]+\]|[a-z0-9_]([a-z0-9_.-]*[a-z0-9_])?)(:\d{1,5})?$/.test(name)),
		'must be names of hosts, each perhaps with a port, such as git.example.org:3000, separated by commas',
	);

/** A time zone, as the IANA database spells it. */
export const timezone = z.string().transform((name, context) => {
	const zone = zoneNamed(name.trim());
	if (zone !== undefined) return zone;
	context.addIssue({ code: 'custom', message: 'must be a time zone such as Europe/Berlin' });
	return z.NEVER;
});

export const text = z.string().trim().min(1, 'must not be blank');

/**
 * A key or token that is sent in a header, which holds no character above U+00FF and no control (RFC 9110, 5.5; fetch refuses them before it
 * connects). They come with a key that was copied from where it is shown shortened, or through an editor of letters. Of a whole header the key is taken.
 */
export const key = text
	.regex(
		/^[\t\x20-\x7e\x80-\xff]*$/,
		'must be the whole key alone, without round quotes, the dots of a shortened one, or characters that cannot be seen',
	)
	.transform((given) => given.replace(/^Bearer\s+/i, ''));

/** An address as it was copied, without the path of one call below it. Pure. */
export function withoutCall(url: string): string {
	return url.replace(/\/(?:chat\/completions|completions|embeddings|messages|models|responses)\/?$/, '');
}

/** A base address to which paths are appended; one that was copied with such a path loses it. `fetch` refuses one with credentials. */
export const address = z
	.string()
	.trim()
	.pipe(z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://', abort: true }))
	.refine((url) => !/[?#]/.test(url), 'must end before any "?" or "#"')
	.refine((url) => URL.parse(url)?.username === '' && URL.parse(url)?.password === '', {
		error: 'must hold no user name or password: the key is a setting of its own',
	})
	.transform(withoutCall);

/** The simple API of a package index (PEP 503); user name and password may stand in it, as pip and uv have it. */
export const index = z
	.string()
	.trim()
	.pipe(z.url({ protocol: /^https?$/, error: 'must be an address that begins with http:// or https://' }))
	.transform((url) => url.replace(/\/+$/, ''));

/** The shell alone expands `~`; we would make a folder of that name. */
export const folder = text.refine((path) => !path.startsWith('~'), 'must be a path without "~"');

/** The name of an image as Podman knows it; it cannot be taken for an option. */
export const imageName = z
	.string()
	.trim()
	.regex(/^[a-z0-9][\w./:@-]*$/i, 'must be the name of an image, such as localhost/mine:1');

/** Names of packages, separated by spaces; none can be taken for an option. */
export const packages = z
	.string()
	.trim()
	.regex(/^([a-z0-9]\S*)(\s+[a-z0-9]\S*)*$/i, 'must be names of packages, separated by spaces');

/** A credential of the platform's own form. */
export function token(prefix: string) {
	return key.refine((value) => value.startsWith(prefix), `must be a token that begins with ${prefix}`);
}

/** `127.0.0.1:3000`, `[::1]:3000` or a port alone. */
export const listenAddress = z
	.string()
	.trim()
	.regex(/^((\[[0-9a-f:]+\]|[\w.-]+):)?\d{1,5}$/i, 'must be an address to listen at, such as 127.0.0.1:3000')
	.transform((value) => {
		const at = value.lastIndexOf(':');
		const host = at === -1 ? '127.0.0.1' : value.slice(0, at).replaceAll(/[[\]]/g, '');
		return { host, port: Number(value.slice(at + 1)) };
	})
	.refine(({ port }) => port <= 65_535, 'must have a port of at most 65535');
