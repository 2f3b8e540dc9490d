import { createPrivateKey, sign } from 'node:crypto';

/**
 * With this a GitHub App says who it is: good for nine minutes from a minute ago, as clocks differ. Throws where the key is none of RSA. Source:
 * docs.github.com "Generating a JSON Web Token (JWT) for a GitHub App".
 */
export function appJwt(app: string, privateKey: string, now: number): string {
	const seconds = Math.floor(now / 1_000);
	const claims = { iat: seconds - 60, exp: seconds + 540, iss: app };
	const signed = `${part({ alg: 'RS256', typ: 'JWT' })}.${part(claims)}`;
	// Keys in settings are often on one line.
	const key = createPrivateKey(privateKey.replaceAll('\\n', '\n'));
	return `${signed}.${sign('RSA-SHA256', Buffer.from(signed), key).toString('base64url')}`;
}

function part(value: unknown): string {
	return Buffer.from(JSON.stringify(value)).toString('base64url');
}
