import { request as ask } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { createEmulator } from 'emulate';
import { makeCertificates } from '../../../src/demo/git-server/certificate.ts';
import { freePort } from '../free-port.ts';

/** A GitHub that others wrote, the npm package `emulate`, behind TLS, as an Enterprise Server has its API. */
export interface EmulatedGithub extends AsyncDisposable {
	/** `127.0.0.1:40123`. */
	readonly name: string;
	readonly ca: string;
	/** Of the app that it was seeded with, in PEM; undefined: it has none. */
	readonly appKey: string | undefined;
	/** A call of anybody's with the token, past all that is tested. Answers the data. */
	call(method: string, path: string, body?: object): Promise<unknown>;
}

export const emulatedToken = 'emulated-token';

export async function startEmulatedGithub(seed: object): Promise<EmulatedGithub> {
	const emulator = await createEmulator({
		service: 'github',
		// The package takes no port of the system's choice.
		port: await freePort(),
		seed: { tokens: { [emulatedToken]: { login: 'smith', scopes: ['repo', 'user'] } }, github: seed },
	});
	const { authority, server: own } = makeCertificates(['127.0.0.1'], Date.now());
	const server = createServer(own, (request, response) => {
		const path = (request.url ?? '').replace(/^\/api\/v3/, '');
		const onward = ask(`${emulator.url}${path}`, { method: request.method, headers: request.headers }, (answer) => {
			response.writeHead(answer.statusCode ?? 502, answer.headers);
			answer.pipe(response);
		});
		onward.on('error', () => response.destroy());
		request.pipe(onward);
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		name: `127.0.0.1:${(server.address() as AddressInfo).port}`,
		ca: authority.cert,
		appKey: emulator.generatedSecrets.find(({ kind }) => kind === 'github.app_private_key')?.value,
		async call(method, path, body) {
			const headers = { authorization: `token ${emulatedToken}`, 'content-type': 'application/json' };
			const answer = await fetch(`${emulator.url}${path}`, {
				method,
				headers,
				...(body && { body: JSON.stringify(body) }),
			});
			const text = await answer.text();
			if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
			return text === '' ? undefined : JSON.parse(text);
		},
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
			await emulator.close();
		},
	};
}
