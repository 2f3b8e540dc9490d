import type { Access } from '../../repository.ts';
import type { CodeHost, HostRefusal } from '../code-host.ts';
import type { CodeHostParts } from '../parts.ts';
import type { AccessToken } from '../tokens/tokens.ts';
import { HostProblem, settled } from '../wire/refusals.ts';
import { targetOf } from '../wire/target.ts';
import { githubApi } from './github-api.ts';
import { type GithubClient, openGithub } from './github-client.ts';
import { forkSchema } from './github-schemas.ts';
import { canonicalIn, look } from './look.ts';
import { openPull } from './open-pull.ts';
import { pullNews } from './pull-news.ts';
import { renewPull } from './renew-pull.ts';

/** GitHub, its Enterprise Server among it. */
export function createGithub({ fetch, tokens, clock }: CodeHostParts): CodeHost {
	async function withClient<T>(
		access: Access,
		signal: AbortSignal,
		work: (client: GithubClient, token: AccessToken) => Promise<T>,
	): Promise<T | HostRefusal> {
		signal.throwIfAborted();
		const target = targetOf(access, githubApi);
		if ('kind' in target) return target;
		const tried = async () => {
			const token = await tokens.tokenOf(target.credential, signal);
			if (token.kind === 'refused') return token;
			const client = await openGithub({ fetch, token: token.token, asked: { target, now: clock.now() } }, signal);
			return await work(client, token);
		};
		return await settled(
			tried().catch((error: unknown) => {
				// An app that was taken away and put back has other tokens: those of before are taken no more.
				if (!isNotTaken(error) || !tokens.forget(target.credential)) throw error;
				return tried();
			}),
			signal,
		);
	}

	return {
		look: (access, signal) =>
			withClient(access, signal, async (client, token) => {
				const { at: _at, ...facts } = await look(client, token);
				return facts;
			}),
		fork: (access, signal) => withClient(access, signal, forkOf),
		open: (access, order, signal) => withClient(access, signal, (client) => openPull(client, order)),
		news: (access, number, since, signal) => withClient(access, signal, (client) => pullNews(client, number, since)),
		renew: (access, order, signal) => withClient(access, signal, (client) => renewPull(client, order)),
	};
}

function isNotTaken(error: unknown): boolean {
	return error instanceof HostProblem && error.status === 401;
}

/** One that is there already is answered. */
async function forkOf(
	client: GithubClient,
	token: AccessToken,
): Promise<{ readonly kind: 'forked'; readonly path: string }> {
	const { host, owner, name } = client.asked.target;
	const why = `A GitHub App has no account at ${host} that ${owner}/${name} could be forked to: an admin has to give a token, or let it push to the repository.`;
	if (token.permissions) throw new HostProblem({ kind: 'refused', why, gone: true });
	const at = await canonicalIn(client);
	const { full_name: path } = await client.read(forkSchema, ({ rest }) => rest.repos.createFork({ ...at }));
	return { kind: 'forked', path };
}
