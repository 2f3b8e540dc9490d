import type { LookupFunction } from 'node:net';
import { describe, expect, test } from 'vitest';
import {
	checkHost,
	isPublicAddress,
	lookupPublic,
} from '../../../../src/sandbox/airlock/package-index/public-address.ts';

const near = [
	'127.0.0.1',
	'10.1.2.3',
	'172.16.0.1',
	'192.168.1.1',
	'169.254.169.254',
	'100.64.0.1',
	'100.100.100.200',
	'0.0.0.0',
	'224.0.0.1',
	'255.255.255.255',
	'198.18.0.1',
	'192.0.2.1',
	'::',
	'::1',
	'fe80::1',
	'fc00::1',
	'fd00:ec2::254',
	'fec0::1',
	'ff02::1',
	'::ffff:127.0.0.1',
	'::ffff:a9fe:a9fe',
	'::127.0.0.1',
	'64:ff9b::7f00:1',
	'2002:7f00:1::',
	'2001:db8::1',
];
const far = ['151.101.0.223', '8.8.8.8', '2a04:4e42::223', '::ffff:8.8.8.8'];

describe('addresses', () => {
	test.each(near)('%s is not public', (address) => expect(isPublicAddress(address)).toBe(false));
	test.each(far)('%s is public', (address) => expect(isPublicAddress(address)).toBe(true));
	test('text that is no address is not public', () => expect(isPublicAddress('pypi.org')).toBe(false));
});

describe('hosts of URLs', () => {
	test.each([
		'http://2130706433/',
		'http://0x7f.1/',
		'http://0177.0.0.1/',
		'http://127.1/',
		'http://[::1]:80/',
		'http://[::ffff:7f00:1]/',
		'http://localhost/',
		'http://LOCALHOST./',
		'http://a.localhost/',
		'http://metadata.google.internal/',
		'http://printer.local/',
		'http://wiki/',
		'http://wiki./',
	])('%s is refused by its text', (url) => {
		expect(() => checkHost(new URL(url))).toThrow('not on the public internet');
	});

	test.each(['https://pypi.org/', 'https://localhost.example/', 'http://8.8.8.8/', 'http://[2a04:4e42::223]/'])(
		'%s is let through',
		(url) => expect(() => checkHost(new URL(url))).not.toThrow(),
	);
});

describe('a lookup of public addresses', () => {
	test('gives what the resolver found, one or all', async () => {
		expect(await found(['8.8.8.8', '2a04:4e42::223'], true)).toEqual([
			{ address: '8.8.8.8', family: 4 },
			{ address: '2a04:4e42::223', family: 6 },
		]);
		expect(await found(['8.8.8.8', '8.8.4.4'], false)).toBe('8.8.8.8');
	});

	test('fails where one address among public ones is not public', async () => {
		await expect(found(['8.8.8.8', '127.0.0.1'], true)).rejects.toThrow('not on the public internet');
		await expect(found(['127.0.0.1'], false)).rejects.toThrow('not on the public internet');
	});

	test('gives the addresses of the index itself, and no others near it', async () => {
		const names = { 'files.example': ['10.0.0.5'], 'index.example': ['10.0.0.5'], 'other.example': ['10.0.0.6'] };
		const resolver: LookupFunction = (name, _options, done) =>
			done(
				null,
				(names[name as keyof typeof names] ?? []).map((address) => ({ address, family: 4 })),
			);
		const ask = (name: string) =>
			new Promise((resolve, reject) =>
				lookupPublic(resolver, 'index.example')(name, {}, (error, answer) => (error ? reject(error) : resolve(answer))),
			);
		expect(await ask('files.example')).toBe('10.0.0.5');
		await expect(ask('other.example')).rejects.toThrow('not on the public internet');
	});

	test('fails where nothing was found', async () => {
		await expect(found([], true)).rejects.toThrow();
	});
});

function found(addresses: readonly string[], all: boolean): Promise<unknown> {
	const resolver: LookupFunction = (_name, _options, done) =>
		done(
			null,
			addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
		);
	return new Promise((resolve, reject) =>
		lookupPublic(resolver)('files.example', { all }, (error, answer) => (error ? reject(error) : resolve(answer))),
	);
}
