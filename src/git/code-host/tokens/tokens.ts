import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Clock } from '../../../base/clock.ts';
import type { Credential } from '../../repository.ts';
import type { HostRefusal } from '../code-host.ts';
import { githubApi, githubHeaders } from '../github/github-api.ts';
import { checked, dataOf, send } from '../wire/ask.ts';
import type { HostFetch } from '../wire/exchange.ts';
import { type Asked, HostProblem, settled } from '../wire/refusals.ts';
import { appJwt } from './app-jwt.ts';

/** With which git and the API are asked. */
export interface AccessToken {
	readonly kind: 'token';
	readonly token: string;
	/** The name that git sends beside it. */
	readonly login: string;
	/** Of an app's installation, by its own account: `contents`, `pull_requests`. Undefined for other tokens. */
	readonly permissions?: Readonly<Record<string, string>> | undefined;
}

export interface Tokens {
	/**
	 * The token of a credential: of an app, its installation's for these repositories alone, kept until five minutes before its end, in memory; one that may
	 * not propose anything is made anew each time, as the app may be given that right at any time. A deploy key has none. Rejects with the signal's reason.
	 */
	tokenOf(credential: Credential, signal: AbortSignal): Promise<AccessToken | HostRefusal>;
	/** Its host took that token no more: the next one is made anew. Answers whether it was one of an app's that was kept. */
	forget(credential: Credential): boolean;
}

/** Whether an app's own permissions let it push and open pull requests. Pure. */
export function mayPropose({ contents, pull_requests: pulls }: Readonly<Record<string, string>>): boolean {
	return contents === 'write' && pulls === 'write';
}

interface KeptToken {
	readonly token: AccessToken;
	/** ms since the epoch. */
	readonly until: number;
}

/** git asks for another one while it still works. */
const spareMs = 300_000;

export function createTokens({
	fetch,
	clock,
}: {
	readonly fetch: HostFetch;
	readonly clock: Pick<Clock, 'now'>;
}): Tokens {
	const kept = new Map<string, KeptToken>();

	async function ofApp(order: AppOrder, signal: AbortSignal): Promise<AccessToken> {
		const id = identityOf(order.credential);
		const known = kept.get(id);
		if (known && known.until > clock.now()) return known.token;
		const fresh = await mint(order, { fetch, now: clock.now() }, signal);
		for (const [key, { until }] of kept) if (until <= clock.now()) kept.delete(key);
		if (mayPropose(fresh.token.permissions ?? {})) kept.set(id, fresh);
		return fresh.token;
	}

	return {
		async tokenOf(credential, signal) {
			const { key, host } = credential;
			if (key.kind === 'ssh-key') return { kind: 'refused', why: `A deploy key for ${host} has no token.` };
			if (key.kind === 'token') return { kind: 'token', token: key.token, login: key.login ?? 'x-access-token' };
			return await settled(ofApp({ credential, key }, signal), signal);
		},
		forget: (credential) => kept.delete(identityOf(credential)),
	};
}

interface AppOrder {
	readonly credential: Credential;
	readonly key: Extract<Credential['key'], { kind: 'github-app' }>;
}

/** All that a token depends on: a credential that was replaced is another one, and so is another place's with the same app. */
function identityOf(credential: Credential): string {
	return createHash('sha256').update(JSON.stringify(credential)).digest('hex');
}

const installationSchema = z.object({ id: z.int().positive() });
const tokenSchema = z.object({
	token: z
		.string()
		.min(1)
		.max(1_000)
		.regex(/^[\x21-\x7e]+$/),
	expires_at: z.iso.datetime({ offset: true }),
	permissions: z.record(z.string(), z.string()).optional(),
});

interface Means {
	readonly fetch: HostFetch;
	readonly now: number;
}

/** Sources: docs.github.com "Get a repository installation for the authenticated app", "Create an installation access token for an app". */
async function mint(order: AppOrder, { fetch, now }: Means, signal: AbortSignal): Promise<KeptToken> {
	const { credential, key } = order;
	const asked = askedOf(credential, now);
	const headers = { ...githubHeaders, authorization: `Bearer ${jwtOf(key, asked)}` };
	const ask = async <T>(method: 'GET' | 'POST', path: string, schema: z.ZodType<T>, body?: unknown): Promise<T> => {
		const url = new URL(`${asked.target.api}${path}`);
		const json = body === undefined ? {} : { body: JSON.stringify(body) };
		return checked(schema, dataOf(await send(fetch, { method, url, headers, ...json }, asked, signal), asked), asked);
	};
	const { owner, name } = asked.target;
	const installation =
		key.installation ?? (await ask('GET', `/repos/${owner}/${name}/installation`, installationSchema)).id;
	const names = credential.repositories.map((path) => path.slice(path.lastIndexOf('/') + 1));
	const path = `/app/installations/${encodeURIComponent(installation)}/access_tokens`;
	const { token, expires_at, permissions } = await ask('POST', path, tokenSchema, { repositories: names });
	return {
		token: { kind: 'token', token, login: 'x-access-token', permissions },
		until: Date.parse(expires_at) - spareMs,
	};
}

function askedOf(credential: Credential, now: number): Asked {
	const { host, repositories } = credential;
	const [first = ''] = repositories;
	const web = `https://${host}`;
	const [owner = '', name = ''] = first.split('/').slice(-2).map(encodeURIComponent);
	return { now, target: { ...{ host, web, owner, name, credential }, api: githubApi(host, web) } };
}

function jwtOf({ app, privateKey }: AppOrder['key'], { target, now }: Asked): string {
	try {
		return appJwt(app, privateKey, now);
	} catch (error) {
		const why = `The private key of the GitHub App ${app} for ${target.host} cannot be read: an admin has to give it anew.`;
		throw new HostProblem({ kind: 'refused', why }, { cause: error });
	}
}
