import type { Clock } from '../../base/clock.ts';
import type { Access } from '../repository.ts';
import type { CodeHost } from './code-host.ts';
import { createGitea } from './gitea/gitea.ts';
import { createGithub } from './github/github.ts';
import { createTokens, type Tokens } from './tokens/tokens.ts';
import { connectToHosts, type HostFetchOptions } from './wire/host-fetch.ts';

export interface CodeHostOptions extends HostFetchOptions {
	readonly clock: Pick<Clock, 'now'>;
}

/** The APIs of code hosts. Disposing ends their connections. */
export interface CodeHosts extends AsyncDisposable {
	/** Undefined: it takes pushes alone. */
	codeHostFor(access: Access): CodeHost | undefined;
	/** Shared with git, which is asked with the same. */
	readonly tokens: Tokens;
}

/** Nothing is connected to, and no library is loaded, before something is asked. */
export function createCodeHosts({ clock, ...options }: CodeHostOptions): CodeHosts {
	const connection = connectToHosts(options);
	const { fetch } = connection;
	const tokens = createTokens({ fetch, clock });
	const parts = { fetch, tokens, clock };
	const hosts = { github: createGithub(parts), gitea: createGitea(parts), none: undefined };
	return {
		codeHostFor: ({ repository }) => hosts[repository.codeHost],
		tokens,
		[Symbol.asyncDispose]: () => connection[Symbol.asyncDispose](),
	};
}
