import type { Logger } from '../../../base/log.ts';
import type { Denied } from './denied.ts';
import type { DoorAnswer, DoorRequest } from './exchange.ts';
import type { Asked } from './read-path.ts';

/** One request, from its beginning to the end of its body: a line in the log. */
export interface Visit {
	end(bytes: number, outcome: string): void;
}

const longestPath = 200;

export function startVisit(log: Logger, request: DoorRequest, asked: Asked | undefined): Visit {
	const start = performance.now();
	const file = asked && 'filename' in asked ? { kind: asked.kind, file: asked.filename } : { kind: asked?.kind };
	const what = asked ? { name: asked.name, ...file } : { path: request.path.slice(0, longestPath) };
	return {
		end(bytes, outcome) {
			const ms = Math.round(performance.now() - start);
			log.info('Package index request', { method: request.method, ...what, bytes, ms, outcome });
		},
	};
}

/** Passes an answer's body on and ends the visit with it. `deny` hears of what stops it, but for the signal's reason. */
export function visited(
	body: DoorAnswer['body'],
	visit: Visit,
	deny: (error: unknown) => Denied,
	signal: AbortSignal,
): DoorAnswer['body'] {
	if (!(body instanceof Uint8Array)) return streamed(body, visit, deny, signal);
	visit.end(body.length, 'served');
	return body;
}

async function* streamed(
	body: AsyncIterable<Uint8Array>,
	visit: Visit,
	deny: (error: unknown) => Denied,
	signal: AbortSignal,
): AsyncGenerator<Uint8Array> {
	let bytes = 0;
	let outcome = 'left by the installer';
	try {
		for await (const chunk of body) {
			bytes += chunk.length;
			yield chunk;
		}
		outcome = 'served';
	} catch (error) {
		outcome = 'called off';
		signal.throwIfAborted();
		const denied = deny(error);
		outcome = denied.message;
		throw denied;
	} finally {
		visit.end(bytes, outcome);
	}
}
