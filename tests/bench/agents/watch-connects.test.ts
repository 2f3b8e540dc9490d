import { describe, expect, it } from 'vitest';
import { unknownAddresses, unknownNames } from '../../../bench/agents/known.ts';
import { addressesIn } from '../../../bench/agents/watch-connects.ts';

describe('the addresses in a line of strace', () => {
	it.each([
		[
			'[pid 7] connect(21, {sa_family=AF_INET, sin_port=htons(18080), sin_addr=inet_addr("127.0.0.1")}, 16) = -1 EINPROGRESS',
			['127.0.0.1:18080'],
		],
		[
			'connect(3, {sa_family=AF_INET6, sin6_port=htons(443), sin6_flowinfo=htonl(0), inet_pton(AF_INET6, "2606:4700::6810:1c23", &sin6_addr), sin6_scope_id=0}, 28) = 0',
			['[2606:4700::6810:1c23]:443'],
		],
		[
			'sendmmsg(9, [{msg_hdr={msg_name={sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("8.8.8.8")}, msg_namelen=16}}], 1, 0)',
			['8.8.8.8:53'],
		],
		['connect(4, {sa_family=AF_UNIX, sun_path="/var/run/nscd/socket"}, 110) = -1 ENOENT', []],
	])('are found: %s', (line, addresses) => {
		expect(addressesIn(line)).toEqual(addresses);
	});

	it('are known when they are the gateway, the own name server, a question for the way, or listed for that agent', () => {
		const ours = ['127.0.0.1:18080', '127.0.0.1:53', '[::1]:18080', '127.0.0.1:0'];
		const strange = ['127.0.0.1:8080', '127.0.0.53:53', '10.0.0.1:18080', '[::2]:53'];
		expect(unknownAddresses('pi', [...ours, ...strange])).toEqual(strange);
		expect(unknownAddresses('opencode', ['127.0.0.1:38139', '10.0.0.1:38139'])).toEqual(['10.0.0.1:38139']);
	});
});

describe('a name that is looked up', () => {
	it('is unknown unless it is listed for that agent', () => {
		expect(unknownNames('pi', ['example.com'])).toEqual(['example.com']);
	});
});
