import type { IncomingMessage, ServerResponse } from 'node:http';
import type { World } from '../world.ts';
import { answerApi } from './http/answer.ts';
import { createRateWindows } from './http/rate-windows.ts';
import type { Route } from './route.ts';
import { allRoutes } from './routes/all-routes.ts';
import { answerAttachment } from './routes/attachments.ts';

/** Answers the REST API (`/api/v10/…`, `/api/v9/…`) and the links of attachments (`/attachments/…`). */
export function createApi(world: World): (request: IncomingMessage, response: ServerResponse) => void {
	const routes: readonly Route[] = allRoutes;
	const deps = { world, routes, windows: createRateWindows(world) };
	return (request, response) => {
		const url = new URL(request.url ?? '/', 'http://127.0.0.1');
		const answered = url.pathname.startsWith('/api/')
			? answerApi(deps, url, request, response)
			: answerAttachment(world, url, request, response);
		answered.catch((error: unknown) => {
			// A mistake of the fake must not pass for a refusal of Discord, and must not be tried again.
			const message = `The fake Discord failed: ${(error as Error).stack}`;
			response.writeHead(418, { 'content-type': 'application/json' }).end(JSON.stringify({ code: -1, message }));
		});
	};
}
