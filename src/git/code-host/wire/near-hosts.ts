import type { LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isPublicAddress } from '../../../sandbox/airlock/package-index/public-address.ts';
import { ExchangeError } from './exchange.ts';

/** Whether the operator has named a host that may be at a private address: `git.example.org` or `git.example.org:3000`. Pure. */
export function isNamed(url: URL, privateHosts: readonly string[]): boolean {
	const named = privateHosts.map((name) => name.toLowerCase());
	return named.includes(url.hostname) || named.includes(`${url.hostname}:${url.port || '443'}`);
}

/** Throws where a host is a private address as it is written; a name is looked at when it is connected to. Pure. */
export function checkAddress(url: URL, privateHosts: readonly string[]): void {
	const host = url.hostname.replace(/^\[|\]$/g, '');
	if (!isNamed(url, privateHosts) && isIP(host) !== 0 && !isPublicAddress(host)) throw new ExchangeError('private');
}

/** A lookup that gives public addresses alone: what is connected to is what was looked at. */
export function lookupPublic(lookup: LookupFunction): LookupFunction {
	return (hostname, options, done) => {
		lookup(hostname, { ...options, all: true }, (error, found) => {
			const addresses = asList(found);
			const [first] = addresses;
			if (error || !first) done(error ?? new ExchangeError('unreachable'), '', 0);
			else if (!addresses.every(({ address }) => isPublicAddress(address))) done(new ExchangeError('private'), '', 0);
			else if (options.all) done(null, [...addresses]);
			else done(null, first.address, first.family);
		});
	};
}

function asList(found: string | readonly LookupAddress[] | undefined): readonly LookupAddress[] {
	return typeof found === 'string' ? [{ address: found, family: 0 }] : (found ?? []);
}
