import { type Answer, type Call, Refused, runRoute } from '../http.ts';
import { nowIn, type World } from '../world.ts';
import { giteaRoutes } from './gitea-routes.ts';
import { notFound, refusal, tokenOf } from './gitea-rules.ts';

/** Answers as Gitea and Forgejo do. Source: templates/swagger and routers/api/v1 of go-gitea/gitea. */
export async function answerGitea(call: Omit<Call, 'token'>): Promise<Answer> {
	const { world } = call;
	try {
		const limited = limitOf(world);
		if (limited) throw limited;
		const token = tokenOf(call);
		return await (runRoute(giteaRoutes, { ...call, token }) ?? Promise.reject(notFound(world)));
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		return error.answer;
	}
}

/** It has no limits of its own: what stands in front of it has. */
function limitOf(world: World): Refused | undefined {
	const { limit } = world;
	if (!limit || (limit.kind === 'primary' && limit.until <= nowIn(world))) return undefined;
	const wait = limit.kind === 'primary' ? Math.ceil((limit.until - nowIn(world)) / 1_000) : limit.wait;
	const { answer } = refusal(world, 429, 'Too Many Requests');
	return new Refused({ ...answer, ...(wait !== undefined && { headers: { 'retry-after': String(wait) } }) });
}
