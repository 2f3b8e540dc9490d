import ipaddr from 'ipaddr.js';

/** Whether an address in text form is one of the public internet: not private, loopback, link-local, shared, multicast or reserved. Pure. */
export function isPublicAddress(text: string): boolean {
	if (!ipaddr.isValid(text)) return false;
	// IPv4 in IPv6 counts as the IPv4 address that it is.
	const address = ipaddr.process(text);
	if (address.range() !== 'unicast') return false;
	// 2000::/3 is all that is given out: https://www.iana.org/assignments/ipv6-address-space
	return address.kind() === 'ipv4' || (address.toByteArray()[0] ?? 0) >> 5 === 1;
}

/** Whether a host is an address itself, as `[::1]` is and `localhost` is not. Pure. */
export function isAddress(host: string): boolean {
	return ipaddr.isValid(withoutBrackets(host));
}

export function withoutBrackets(host: string): string {
	return host.replace(/^\[|\]$/g, '');
}
