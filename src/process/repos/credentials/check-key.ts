import { createPrivateKey } from 'node:crypto';
import { ProblemError } from '../../../base/errors.ts';

/** A token as it is sent in a header: one word of visible ASCII. Throws a `ProblemError`, which never holds it. Pure. */
export function checkedToken(text: string): string {
	const token = text.trim();
	if (/^[\x21-\x7e]{1,10000}$/.test(token)) return token;
	const what = token === '' ? 'No token was given' : 'What was given is no token: it is not one word';
	throw new ProblemError(what, 'Type it when asked, or hand it in by --file or standard input');
}

/** The private key of a GitHub App, as it was downloaded. Throws a `ProblemError`. Pure. */
export function checkedAppKey(text: string): string {
	try {
		if (createPrivateKey(text).asymmetricKeyType === 'rsa') return withEnd(text);
	} catch {
		// Told below, without what stands in it.
	}
	const mend = 'Hand in the .pem file that GitHub has given for the App, as it is: --file <path>';
	throw new ProblemError('What was given is no private RSA key in PEM', mend);
}

const openSsh = /^-----BEGIN OPENSSH PRIVATE KEY-----\n([A-Za-z0-9+/=\n]+)-----END OPENSSH PRIVATE KEY-----\n?$/;

/** A deploy key, which nobody can type a passphrase for. Throws a `ProblemError`. Pure. */
export function checkedSshKey(text: string): string {
	const key = text.replaceAll('\r\n', '\n').trimStart();
	const isLocked = isOpenSshLocked(key) ?? isPemLocked(key);
	if (isLocked === false) return withEnd(key);
	if (isLocked)
		throw new ProblemError(
			'The key has a passphrase, and nobody is there to type it',
			'Make a deploy key of its own without one: ssh-keygen -t ed25519 -N "" -f deploy-key',
		);
	throw new ProblemError('What was given is no private key', 'Hand in the file without .pub, as it is: --file <path>');
}

/** The cipher's name stands behind the magic word: https://cvsweb.openbsd.org/src/usr.bin/ssh/PROTOCOL.key */
function isOpenSshLocked(key: string): boolean | undefined {
	const [, body] = openSsh.exec(key) ?? [];
	if (body === undefined) return undefined;
	const bytes = Buffer.from(body, 'base64');
	const magic = 'openssh-key-v1\0';
	if (bytes.subarray(0, magic.length).toString('latin1') !== magic || bytes.length < magic.length + 8) return undefined;
	const length = bytes.readUInt32BE(magic.length);
	return bytes.subarray(magic.length + 4, magic.length + 4 + length).toString('latin1') !== 'none';
}

function isPemLocked(key: string): boolean | undefined {
	if (!/^-----BEGIN (?:[A-Z]+ )?PRIVATE KEY-----/.test(key)) return undefined;
	if (/ENCRYPTED/.test(key.slice(0, 500))) return true;
	try {
		createPrivateKey(key);
		return false;
	} catch {
		return undefined;
	}
}

function withEnd(key: string): string {
	return `${key.trimEnd()}\n`;
}
