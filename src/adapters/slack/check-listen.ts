import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, messageOf } from '../../base/errors.ts';
import type { CheckRow } from '../check-row.ts';
import type { SlackSettings } from './settings.ts';

const name = 'slack address';

const reasons: Readonly<Record<string, string>> = {
	EADDRINUSE: 'another program listens there',
	EADDRNOTAVAIL: 'this machine has no such address',
	EACCES: 'that port is for root alone',
	ENOTFOUND: 'the name is not known',
};

/** Whether it can be listened where Slack or people are to reach us; no row where nobody is. */
export async function listenRows({ receive, install }: SlackSettings): Promise<CheckRow[]> {
	const listen = receive.kind === 'http' ? receive.listen : install.kind === 'oauth' ? install.listen : undefined;
	if (!listen) return [];
	const { host, port } = listen;
	const at = `${host.includes(':') ? `[${host}]` : host}:${port}`;
	try {
		await tryListening(host, port);
		return [{ name, ok: true, text: `${at} is free to listen at` }];
	} catch (error) {
		const why = reasons[codeOf(error) ?? ''] ?? messageOf(error);
		const mend = 'Set SLACK_LISTEN to another address, or end what listens there (a Threadsmith that runs?)';
		return [{ name, ok: false, text: `it cannot be listened at ${at}: ${why}`, mend }];
	}
}

async function tryListening(host: string, port: number): Promise<void> {
	const server = createServer();
	// Rejects with what the server cannot do.
	await once(server.listen({ host, port, exclusive: true }), 'listening');
	server.close();
	await once(server, 'close');
}
