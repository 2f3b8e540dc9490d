import type { z } from 'zod';
import { ExchangeError, type HostAnswer, type HostFetch, type HostRequest } from './exchange.ts';
import { type Asked, HostProblem, refusalOf, refusalOfExchange, strangeAnswer } from './refusals.ts';

/** Sends it and answers what came with a status below 300. Throws `HostProblem`; rejects with the signal's reason. */
export async function send(
	fetch: HostFetch,
	request: HostRequest,
	asked: Asked,
	signal: AbortSignal,
): Promise<HostAnswer> {
	const answer = await sent(fetch, request, asked, signal);
	if (answer.status >= 300) throw new HostProblem(refusalOf(answer, asked), { status: answer.status, cause: answer });
	return answer;
}

async function sent(fetch: HostFetch, request: HostRequest, asked: Asked, signal: AbortSignal): Promise<HostAnswer> {
	try {
		return await fetch(request, signal);
	} catch (error) {
		if (error instanceof ExchangeError) throw new HostProblem(refusalOfExchange(error, asked), { cause: error });
		throw error;
	}
}

/** Data of an answer's body. Throws `HostProblem` where it is another one. Pure. */
export function dataOf(answer: HostAnswer, asked: Asked): unknown {
	if (/^\s*</.test(answer.body)) throw new HostProblem(strangeAnswer(asked, 'a page'));
	try {
		const data: unknown = JSON.parse(answer.body);
		return data;
	} catch (error) {
		throw new HostProblem(strangeAnswer(asked, 'no JSON'), { cause: error });
	}
}

/** Checked data. Throws `HostProblem` where something is missing, or of another type. Pure. */
export function checked<T>(schema: z.ZodType<T>, data: unknown, asked: Asked): T {
	const { success, data: good, error } = schema.safeParse(data);
	if (success) return good;
	const field = error.issues[0]?.path.map(String).join('.') || 'all of it';
	throw new HostProblem(strangeAnswer(asked, `its "${field.slice(0, 60)}"`), { cause: error });
}
