import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { codeOf, ProblemError } from '../../base/errors.ts';
import { type ControlReply, type ControlRequest, controlReplySchema } from './control-messages.ts';
import { readLine } from './read-line.ts';
import { socketPathIn } from './socket-path.ts';

/** Has the process that runs on the data folder do something; undefined where none listens. Rejects with a `ProblemError` when it does not answer. */
export async function order(home: string, request: ControlRequest): Promise<ControlReply | undefined> {
	await using where = await socketPathIn(home).catch(noneIfMissing);
	const socket = where && (await connected(where.path));
	if (!socket) return undefined;
	return await answerTo(request, socket)
		.catch((error: unknown) => {
			const what = `The process that runs on "${home}" does not answer`;
			throw new ProblemError(what, 'Look into threadsmith.log there, or stop it and try again', { cause: error });
		})
		.finally(() => socket.destroy());
}

async function answerTo(request: ControlRequest, socket: Socket): Promise<ControlReply> {
	socket.write(`${JSON.stringify(request)}\n`);
	return controlReplySchema.parse(JSON.parse(await readLine(socket)));
}

async function connected(path: string): Promise<Socket | undefined> {
	const socket = connect(path);
	try {
		await once(socket, 'connect');
		return socket;
	} catch (error) {
		socket.destroy();
		return noneIfMissing(error);
	}
}

/** A process that was killed leaves its socket behind. */
function noneIfMissing(error: unknown): undefined {
	if (['ENOENT', 'ECONNREFUSED'].includes(codeOf(error) ?? '')) return undefined;
	throw error;
}
