import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import ipaddr from 'ipaddr.js';
import { Denied } from './denied.ts';

/** Whether an address in text form is one of the public internet: not private, loopback, link-local, shared, multicast or reserved. Pure. */
export function isPublicAddress(text: string): boolean {
	if (!ipaddr.isValid(text)) return false;
	// IPv4 in IPv6 counts as the IPv4 address that it is.
	const address = ipaddr.process(text);
	return address.range() === 'unicast' && (address.kind() === 'ipv4' || isGlobalUnicast(address.toByteArray()));
}

/** 2000::/3 is all that is given out: https://www.iana.org/assignments/ipv6-address-space */
function isGlobalUnicast([first = 0]: readonly number[]): boolean {
	return first >> 5 === 1;
}

/** Names that a resolver on the host, or a proxy, would take for something near: those without a dot, too. */
const nearNames = /^[^.]*$|(?:^|\.)(?:localhost|localdomain|internal|intranet|local|lan|home\.arpa)$/;

/** Throws where a URL names what is not on the public internet, as far as its text tells: `lookupPublic()` sees to the rest. Pure. */
export function checkHost(url: URL): void {
	const host = url.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '');
	if (ipaddr.isValid(host) ? !isPublicAddress(host) : nearNames.test(host)) throw notPublic();
}

/**
 * A lookup that gives only public addresses, and fails where a name has another: what is connected to is what was looked at. Addresses of
 * `own`, the index's host, will do as well: behind a gateway that answers for everything, the files' host is at the index's address.
 */
export function lookupPublic(lookup: LookupFunction, own?: string): LookupFunction {
	return (hostname, options, done) => {
		lookup(hostname, { ...options, all: true }, (error, found) => {
			const addresses = asList(found);
			const near = addresses.filter(({ address }) => !isPublicAddress(address));
			if (error || addresses.length === 0) return done(error ?? notPublic(), '', 0);
			if (near.length === 0) return give(addresses, options.all, done);
			if (own === undefined) return done(notPublic(), '', 0);
			lookup(own, { all: true }, (_error, ownFound) => {
				const allowed = asList(ownFound).map(({ address }) => address);
				if (near.every(({ address }) => allowed.includes(address))) return give(addresses, options.all, done);
				done(notPublic(), '', 0);
			});
		});
	};
}

function give(
	addresses: readonly LookupAddress[],
	all: boolean | undefined,
	done: Parameters<LookupFunction>[2],
): void {
	const [first] = addresses;
	if (all || !first) done(null, [...addresses]);
	else done(null, first.address, first.family);
}

function asList(found: string | readonly LookupAddress[]): readonly LookupAddress[] {
	return typeof found === 'string' ? [{ address: found, family: 0 }] : (found ?? []);
}

function notPublic(): Denied {
	return new Denied('the index led to an address that is not on the public internet', { status: 502 });
}
