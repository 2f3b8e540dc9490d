import { type Answer, type Call, Refused, runRoute } from '../http.ts';
import { repositoryBy } from '../world.ts';
import { githubRoutes } from './github-routes.ts';
import { checkHeaders, limitOf, notFound, rateHeaders, scopeHeaders, tokenOf } from './github-rules.ts';

/** Answers as GitHub does. Source: github.com/github/rest-api-description, and docs.github.com "Troubleshooting the REST API". */
export async function answerGithub(call: Omit<Call, 'token'>): Promise<Answer> {
	try {
		const limited = limitOf(call.world);
		if (limited) return limited;
		const headers = checkHeaders(call);
		const token = tokenOf(call);
		const answer = await (runRoute(githubRoutes, { ...call, token, path: pathOf(call) }) ?? Promise.reject(notFound()));
		return {
			...answer,
			headers: { ...rateHeaders(call.world), ...headers, ...scopeHeaders(token), ...answer.headers },
		};
	} catch (error) {
		if (!(error instanceof Refused)) throw error;
		return { ...error.answer, headers: { ...rateHeaders(call.world), ...error.answer.headers } };
	}
}

/** A repository by its number, which renaming does not change. */
function pathOf({ world, path }: Omit<Call, 'token'>): string {
	const [, id, rest = ''] = /^\/repositories\/(\d+)(\/.*)?$/.exec(path) ?? [];
	const repository = id === undefined ? undefined : repositoryBy(world, Number(id));
	return repository ? `/repos/${repository.path}${rest}` : path;
}
