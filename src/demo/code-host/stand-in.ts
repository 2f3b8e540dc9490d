import type { IncomingMessage, ServerResponse } from 'node:http';
import { answerGitea } from './gitea/answer-gitea.ts';
import { answerGithub } from './github/answer-github.ts';
import { type Handles, handlesOf } from './handles.ts';
import { type Answer, apiPath, readBody } from './http.ts';
import { createWorld, type Limit, type World, type WorldOptions } from './world.ts';

/** A request as it came. */
export interface SeenCall {
	readonly method: string;
	/** With its query. */
	readonly url: string;
	readonly authorization: string | undefined;
	readonly body: string;
	/** Of the answer. */
	readonly status: number;
}

/**
 * The API of a code host, to be served beside its git (GitHub's at `/api/v3`, as an Enterprise Server has it, Gitea's at `/api/v1`), from memory. Refuses what the
 * real one refuses, with its status and words, and fields that it does not describe besides.
 */
export interface CodeHostStandIn extends Handles {
	/** Answers a request of the API; false: it is none, and was left alone. */
	handle(request: IncomingMessage, response: ServerResponse): boolean;
	readonly calls: readonly SeenCall[];
	/** Of all who ask; undefined: no more. */
	setLimit(limit: Limit | undefined): void;
	/** Lays something over every answer from now on; undefined: nothing any more. */
	bend(how: ((call: Omit<SeenCall, 'status'>, response: ServerResponse) => boolean) | undefined): void;
}

type Bend = Parameters<CodeHostStandIn['bend']>[0];

export function createCodeHostStandIn(options: WorldOptions): CodeHostStandIn {
	const world = createWorld(options);
	const calls: SeenCall[] = [];
	let bent: Bend;

	async function serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const { method = '', url = '', headers } = request;
		const seen = { method, url, authorization: headers.authorization, body: await readBody(request) };
		if (bent?.(seen, response)) return void calls.push({ ...seen, status: response.statusCode });
		const answer = await answerTo(world, seen, headers);
		calls.push({ ...seen, status: answer.status });
		response.writeHead(answer.status, { 'content-type': 'application/json; charset=utf-8', ...answer.headers });
		response.end(answer.status === 204 ? undefined : JSON.stringify(answer.body));
	}

	return {
		...handlesOf(world),
		calls,
		handle(request, response) {
			if (!request.url?.startsWith(`${apiPath(world)}/`)) return false;
			serve(request, response).catch(() => response.destroy());
			return true;
		},
		setLimit: (limit) => {
			world.limit = limit;
		},
		bend: (how) => {
			bent = how;
		},
	};
}

function answerTo(world: World, seen: Omit<SeenCall, 'status'>, headers: IncomingMessage['headers']): Promise<Answer> {
	const url = new URL(seen.url, 'https://code-host');
	const call = {
		world,
		method: seen.method,
		path: url.pathname.slice(apiPath(world).length),
		query: url.searchParams,
		headers,
		body: seen.body,
	};
	return world.options.kind === 'github' ? answerGithub(call) : answerGitea(call);
}
