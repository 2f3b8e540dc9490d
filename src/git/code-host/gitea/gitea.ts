import type { Access } from '../../repository.ts';
import type { CodeHost, HostRefusal } from '../code-host.ts';
import type { CodeHostParts } from '../parts.ts';
import { settled } from '../wire/refusals.ts';
import { targetOf } from '../wire/target.ts';
import { type GiteaClient, openGitea } from './gitea-client.ts';
import { fork, look } from './look.ts';
import { openPull } from './open-pull.ts';
import { pullNews } from './pull-news.ts';
import { renewPull } from './renew-pull.ts';

/** Gitea, and Forgejo, which kept its API. */
export function createGitea({ fetch, tokens, clock }: CodeHostParts): CodeHost {
	async function withClient<T>(
		access: Access,
		signal: AbortSignal,
		work: (client: GiteaClient) => Promise<T>,
	): Promise<T | HostRefusal> {
		signal.throwIfAborted();
		const target = targetOf(access, (_host, web) => `${web}/api/v1`);
		if ('kind' in target) return target;
		const { credential, host } = target;
		if (credential.key.kind === 'github-app')
			return {
				kind: 'refused',
				why: `The credential for ${host} is a GitHub App, which is none of it: an admin has to give a token.`,
			};
		const token = await tokens.tokenOf(credential, signal);
		if (token.kind === 'refused') return token;
		return await settled(
			work(openGitea({ fetch, token: token.token, asked: { target, now: clock.now() } }, signal)),
			signal,
		);
	}

	return {
		look: (access, signal) => withClient(access, signal, look),
		fork: (access, signal) => withClient(access, signal, fork),
		open: (access, order, signal) => withClient(access, signal, (client) => openPull(client, order)),
		news: (access, number, since, signal) => withClient(access, signal, (client) => pullNews(client, number, since)),
		renew: (access, order, signal) => withClient(access, signal, (client) => renewPull(client, order)),
	};
}
