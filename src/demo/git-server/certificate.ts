import { createPrivateKey, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

/** A certificate and its key, in PEM. */
export interface Certificate {
	readonly cert: string;
	readonly key: string;
}

/** Both are good for a day from an hour ago. */
export interface ServerCertificates {
	/** Whom clients must know. */
	readonly authority: Certificate;
	/** The server's own, made out by that authority. */
	readonly server: Certificate;
}

const hourMs = 3_600_000;

/** Makes an authority that nobody knows, and a server's certificate for these names. */
export function makeCertificates(names: readonly string[], now: number): ServerCertificates {
	const authorityKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	const serverKeys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
	// Of two authorities with one name some libraries ask the first alone
	const issuer = {
		name: `Threadsmith demo authority ${randomBytes(4).toString('hex')}`,
		key: authorityKeys.privateKey,
	};
	const from = now - hourMs;
	const until = now + 24 * hourMs;
	const authority = { ...issuer, of: authorityKeys.publicKey, extensions: authorityExtensions() };
	const server = { name: names[0] ?? '', of: serverKeys.publicKey, extensions: serverExtensions(names) };
	return {
		authority: { cert: certificate(authority, issuer, from, until), key: pem(authorityKeys.privateKey) },
		server: { cert: certificate(server, issuer, from, until), key: pem(serverKeys.privateKey) },
	};
}

function pem(key: KeyObject): string {
	return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}

interface Subject {
	readonly name: string;
	readonly of: KeyObject;
	readonly extensions: readonly Buffer[];
}

/** RFC 5280, section 4.1. */
function certificate(
	subject: Subject,
	issuer: { readonly name: string; readonly key: KeyObject },
	from: number,
	until: number,
): string {
	const body = sequence(
		tagged(0xa0, integer(Buffer.from([2]))),
		integer(Buffer.concat([Buffer.from([1]), randomBytes(15)])),
		ecdsaWithSha256,
		nameOf(issuer.name),
		sequence(time(from), time(until)),
		nameOf(subject.name),
		subject.of.export({ type: 'spki', format: 'der' }),
		tagged(0xa3, sequence(...subject.extensions)),
	);
	const signature = sign('sha256', body, createPrivateKey(pem(issuer.key)));
	const whole = sequence(body, ecdsaWithSha256, tagged(0x03, Buffer.from([0]), signature)).toString('base64');
	return `-----BEGIN CERTIFICATE-----\n${whole.replace(/(.{64})/g, '$1\n').trimEnd()}\n-----END CERTIFICATE-----\n`;
}

/** RFC 5280, section 4.2.1: basic constraints, key usage. */
function authorityExtensions(): Buffer[] {
	return [extension('551d13', sequence(tagged(0x01, Buffer.from([0xff])))), keyUsage(0x06)];
}

function serverExtensions(names: readonly string[]): Buffer[] {
	const serverAuthentication = object('2b06010505070301');
	const alternatives = names.map((name) => {
		const address = /^\d+\.\d+\.\d+\.\d+$/.test(name);
		return address ? tagged(0x87, Buffer.from(name.split('.').map(Number))) : tagged(0x82, Buffer.from(name));
	});
	return [
		extension('551d13', sequence()),
		keyUsage(0x80),
		extension('551d25', sequence(serverAuthentication)),
		extension('551d11', sequence(...alternatives)),
	];
}

function keyUsage(bits: number): Buffer {
	return extension('551d0f', tagged(0x03, Buffer.from([0, bits])));
}

function extension(id: string, value: Buffer): Buffer {
	return sequence(object(id), tagged(0x04, value));
}

function nameOf(common: string): Buffer {
	return sequence(tagged(0x31, sequence(object('550403'), tagged(0x0c, Buffer.from(common)))));
}

function time(at: number): Buffer {
	const digits = new Date(at).toISOString().replace(/\D/g, '');
	return tagged(0x17, Buffer.from(`${digits.slice(2, 14)}Z`));
}

function integer(bytes: Buffer): Buffer {
	return tagged(0x02, bytes);
}

/** `hex`: the identifier's content octets. */
function object(hex: string): Buffer {
	return tagged(0x06, Buffer.from(hex, 'hex'));
}

function sequence(...parts: readonly Buffer[]): Buffer {
	return tagged(0x30, ...parts);
}

/** X.690, section 8.1: a tag, a length, the content. */
function tagged(tag: number, ...parts: readonly Buffer[]): Buffer {
	const content = Buffer.concat(parts);
	const { length } = content;
	if (length < 0x80) return Buffer.concat([Buffer.from([tag, length]), content]);
	const digits = length < 0x100 ? [length] : [length >> 8, length & 0xff];
	return Buffer.concat([Buffer.from([tag, 0x80 | digits.length, ...digits]), content]);
}

const ecdsaWithSha256 = sequence(object('2a8648ce3d040302'));
