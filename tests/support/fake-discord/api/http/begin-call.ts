import type { IncomingMessage } from 'node:http';
import type { RecordedCall } from '../../records.ts';
import type { World } from '../../world.ts';

/** Records a request that is not answered yet. `path`: without `/api/v10`. */
export function beginCall(world: World, request: IncomingMessage, path: string, query: URLSearchParams): RecordedCall {
	const call: RecordedCall = {
		...{ method: request.method ?? 'GET', path, query, body: undefined, files: [], headers: { ...request.headers } },
		...{ at: world.clock.now(), status: 0, code: undefined },
	};
	world.calls.push(call);
	return call;
}
