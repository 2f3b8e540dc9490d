import { lookup } from 'node:dns/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isPublicAddress } from '../../../src/sandbox/airlock/index/public-address.ts';

/** A package index that answers. Disposing closes what stands before it. */
export interface RealIndex extends AsyncDisposable {
	readonly url: string;
}

const given = process.env['PIP_INDEX_URL'] ?? 'https://pypi.org/simple';
const json = 'application/vnd.pypi.simple.v1+json';
const limitMs = 3_000;

/**
 * The index that this machine uses, or why there is none to be tried. Where its files lie on a host whose address is not public, which the door
 * would refuse, a server on 127.0.0.1 stands before both.
 */
export async function findRealIndex(): Promise<RealIndex | string> {
	try {
		const url = new URL(`${given.replace(/\/$/, '')}/humanize/`);
		if (url.username !== '') return 'the index wants a password';
		const page = await fetch(url, { headers: { accept: json }, signal: AbortSignal.timeout(limitMs) });
		const { files } = (await page.json()) as { files: { url: string }[] };
		const file = new URL(files[0]?.url ?? '', url);
		const { address } = await lookup(file.hostname);
		if (file.origin === url.origin || isPublicAddress(address)) {
			return { url: given, [Symbol.asyncDispose]: async () => {} };
		}
		return await standBefore(url.origin, new URL(given).pathname, file.origin);
	} catch (error) {
		return `no index answers: ${error}`;
	}
}

async function standBefore(pages: string, path: string, files: string): Promise<RealIndex> {
	const server = createServer(async ({ url = '', headers }, response) => {
		const accept = headers.accept ?? '*/*';
		const isFile = url.startsWith('/its-files/');
		const from = isFile ? `${files}/${url.slice('/its-files/'.length)}` : `${pages}${url}`;
		const answer = await fetch(from, { headers: { accept } });
		const body = Buffer.from(await answer.arrayBuffer());
		response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
		response.end(isFile ? body : body.toString().replaceAll(`${files}/`, `${own()}/its-files/`));
	});
	const own = (): string => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	return {
		url: `${own()}${path}`,
		async [Symbol.asyncDispose]() {
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	};
}
