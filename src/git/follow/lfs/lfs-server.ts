import type { NotHad } from '../not-had.ts';

/** A server of LFS, and what it is told of us. */
export interface LfsServer {
	readonly kind: 'server';
	/** Without a slash at the end. */
	readonly url: string;
	/** Names in lower case; who we are is among them. */
	readonly headers: Readonly<Record<string, string>>;
	/** It is at a host that an admin has named: the operator may have named that as private. */
	readonly mayBePrivate: boolean;
	/** Why it is not told who we are, though there is a credential for it: the end of a sentence. */
	readonly lacks?: string;
}

/** A server, or why it cannot be asked. */
export type LfsReach = LfsServer | NotHad;

/** By which a request would be another one than it seems: RFC 9110, sections 7.2, 7.6 and 8.6; RFC 9112, section 6. */
const forbidden =
	/^(?:host|connection|keep-alive|te|trailer|transfer-encoding|upgrade|expect|content-.*|proxy-.*|accept-encoding|cookie|range)$/;
const mostHeaders = 30;

/** Headers that a server wants to be sent, in lower case; undefined where one could not be sent as it is. Pure. */
export function headersOf(given: Readonly<Record<string, string>>): Record<string, string> | undefined {
	const all = Object.entries(given).map(([name, value]) => [name.toLowerCase(), value] as const);
	const isGood = all.every(
		([name, value]) =>
			/^[a-z0-9!#$%&'*+.^_`|~-]{1,100}$/.test(name) && !forbidden.test(name) && /^[\t\x20-\x7e]{0,8192}$/.test(value),
	);
	return isGood && all.length <= mostHeaders ? Object.fromEntries(all) : undefined;
}

/** Why an address that a server names is not gone to, as the end of a sentence. Pure. */
export function wrongIn({ protocol, username, password }: URL): string | undefined {
	if (protocol !== 'https:') return ledAway;
	return username === '' && password === '' ? undefined : 'its server names a password in an address';
}

export const ledAway = 'it lies where no https leads';
