import { once } from 'node:events';
import { chmod, rm } from 'node:fs/promises';
import { createServer, type Server, type Socket } from 'node:net';
import { messageOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { type ControlReply, type ControlRequest, controlRequestSchema } from './control-messages.ts';
import { readLine } from './read-line.ts';
import { socketPathIn } from './socket-path.ts';

/** Does what the operator orders. */
export type Control = (request: ControlRequest) => Promise<ControlReply>;

export interface ListenOptions {
	/** The data folder, which this process has locked: nobody else listens there. */
	readonly home: string;
	readonly control: Control;
	readonly log: Logger;
}

/** Connections at a time: an operator has one. */
const mostConnections = 8;

/**
 * Listens for the operator on `control.sock` in the data folder, whose mode keeps everybody else out. Where that cannot be, the log says so, and
 * verbs that write ask for the bot to be stopped.
 */
export async function listenForControl({ home, control, log }: ListenOptions): Promise<AsyncDisposable> {
	const open = new Set<Socket>();
	const server = createServer((socket) => {
		open.add(socket);
		socket.on('close', () => open.delete(socket));
		void answer(socket, control, log);
	});
	server.maxConnections = mostConnections;
	const where = await socketPathIn(home);
	try {
		// One that an earlier process has left.
		await rm(where.path, { force: true });
		listenClosed(server, where.path);
		await once(server, 'listening');
		await chmod(where.path, 0o600);
	} catch (error) {
		log.warn('Nothing can be ordered from the command line while this runs', { err: error });
	}
	server.on('error', (error) => log.warn('The control socket has failed', { err: error }));
	server.unref();
	return {
		async [Symbol.asyncDispose]() {
			for (const socket of open) socket.destroy();
			await new Promise<void>((resolve) => server.close(() => resolve()));
			await where[Symbol.asyncDispose]();
		},
	};
}

/** A socket is made while `listen` is called: nobody else can reach it before its mode is set. */
function listenClosed(server: Server, path: string): void {
	const before = process.umask(0o077);
	try {
		server.listen(path);
	} finally {
		process.umask(before);
	}
}

async function answer(socket: Socket, control: Control, log: Logger): Promise<void> {
	try {
		const request = controlRequestSchema.parse(JSON.parse(await readLine(socket)));
		log.info('The operator orders', { ...request });
		const reply = await control(request).catch((error: unknown) => ({ ok: false, text: messageOf(error) }));
		socket.end(`${JSON.stringify(reply)}\n`);
	} catch (error) {
		log.info('An order cannot be read', { reason: messageOf(error) });
		socket.destroy();
	}
}
