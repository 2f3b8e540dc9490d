import { createHmac, generateKeyPairSync } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkedSshKey } from '../../../../src/process/repos/credentials/check-key.ts';
import {
	fingerprint,
	hostKeysIn,
	knownHostsText,
	sshName,
} from '../../../../src/process/repos/credentials/known-hosts.ts';

/** As ssh-keygen writes one: a magic word, then the cipher's name with its length. */
function openSshKey(cipher: string): string {
	const length = Buffer.alloc(4);
	length.writeUInt32BE(cipher.length);
	const body = Buffer.concat([Buffer.from('openssh-key-v1\0'), length, Buffer.from(cipher), Buffer.alloc(80, 7)]);
	return `-----BEGIN OPENSSH PRIVATE KEY-----\n${body.toString('base64')}\n-----END OPENSSH PRIVATE KEY-----`;
}

describe('a deploy key', () => {
	const pair = generateKeyPairSync('ed25519');

	it('without a passphrase is taken as it is, with an end of line', () => {
		const pem = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
		for (const key of [pem, openSshKey('none')])
			expect(checkedSshKey(key.replaceAll('\n', '\r\n'))).toBe(`${key.trimEnd()}\n`);
	});

	it('with a passphrase is refused', () => {
		const locked = pair.privateKey
			.export({ type: 'pkcs8', format: 'pem', cipher: 'aes-256-cbc', passphrase: 'x' })
			.toString();
		for (const key of [locked, openSshKey('aes256-ctr')]) expect(() => checkedSshKey(key)).toThrow('has a passphrase');
	});

	it('that is none is refused without being repeated', () => {
		const publicKey = pair.publicKey.export({ type: 'spki', format: 'pem' }).toString();
		const given = [publicKey, 'hunter2', openSshKey('').slice(0, 60), '-----BEGIN PRIVATE KEY-----\nxx', ''];
		for (const key of given) expect(() => checkedSshKey(key)).toThrow(/^What was given is no private key$/);
	});
});

describe('known hosts', () => {
	const key = { type: 'ssh-ed25519', key: 'A'.repeat(68) };

	it.each([
		['git.example.org', 'git.example.org'],
		['git.example.org:22', 'git.example.org'],
		['git.example.org:2222', '[git.example.org]:2222'],
		['[fd00::1]:2222', '[fd00::1]:2222'],
		['[fd00::1]', 'fd00::1'],
	])('name %s as %s', (host, name) => {
		expect(sshName(host)).toBe(name);
		expect(hostKeysIn(knownHostsText(host, [key]), host)).toEqual([key]);
	});

	it('are read with hashed names, and without marks, patterns and other hosts', () => {
		const salt = Buffer.alloc(20, 3);
		const hash = createHmac('sha1', salt).update('git.example.org').digest('base64');
		const line = `${key.type} ${key.key}`;
		const text = [
			`|1|${salt.toString('base64')}|${hash} ${line}`,
			...[
				`*.example.org ${line}`,
				`@cert-authority git.example.org ${line}`,
				`evil.example.org ${line}`,
				'git.example.org',
			],
			`a.example.org,Git.Example.org ${line}\r`,
		].join('\n');
		expect(hostKeysIn(text, 'git.example.org')).toEqual([key, key]);
		expect(hostKeysIn(text, 'git.example.org:2222')).toEqual([]);
	});

	it('of any text are keys for the host or none', () => {
		fc.assert(
			fc.property(fc.string({ unit: 'binary', maxLength: 300 }), (text) => {
				for (const one of hostKeysIn(text, 'git.example.org')) expect(fingerprint(one)).toMatch(/SHA256:\S{43}$/);
			}),
		);
		expect(hostKeysIn(`${'x,'.repeat(50_000)} ssh-rsa ${'A'.repeat(500_000)}`, 'x')).toHaveLength(0);
	});
});
