import { isIP } from 'node:net';
import { join } from 'node:path';
import { formatAddress } from '../../address.ts';
import type { NotDone } from '../../git.ts';
import type { Access, Credential, RepositoryAddress } from '../../repository.ts';
import type { NetworkOrder } from '../order.ts';
import { holdKey } from './hold-key.ts';
import { isExcepted } from './no-proxy.ts';
import { isNamedPrivate, type PinRules, pinHost, portOf } from './pin-host.ts';
import { sshCommand } from './ssh-command.ts';

/** How one repository is reached. The credential is in `env`, for that git alone. Disposing removes the key's file. */
export interface Line extends AsyncDisposable {
	readonly url: string;
	readonly network: NetworkOrder;
	readonly env: Readonly<Record<string, string>>;
	/** For sentences: `git.example.org`, `acme/app`. */
	readonly host: string;
	readonly path: string;
	readonly hasKey: boolean;
}

type AppKey = Extract<Credential['key'], { kind: 'github-app' }>;

export interface LineRules extends PinRules {
	/** Certificates of authorities, in PEM: with some gits these alone are known then. */
	readonly caFile?: string | undefined;
	/**
	 * A proxy for https, as `HTTPS_PROXY` has it: it looks the names up, and decides what it reaches. Hosts that the operator named as private are reached
	 * without it.
	 */
	readonly proxy?: string | undefined;
	/** Hosts that are reached without it, as `NO_PROXY` has them. */
	readonly noProxy?: string | undefined;
	/** Where keys of ssh lie while they are used: a folder in memory. */
	readonly keyFolder: string;
	/** Makes a token of an app's key. Rejects with the signal's reason alone. */
	readonly tokenOf: TokenOf;
}

export type TokenOf = (
	credential: Credential & { readonly key: AppKey },
	signal: AbortSignal,
) => Promise<string | NotDone>;

const askPass = join(import.meta.dirname, '..', 'askpass.sh');

/** Works for GitHub's, GitLab's, Gitea's and Forgejo's tokens, which go by the password alone. */
const anyLogin = 'x-access-token';

/** A transfer slower than that for so long has died: bytes a second, seconds. */
const slowest = { limit: 1_000, seconds: 60 };

/** `path`: another repository at the host, a fork. Rejects with the signal's reason. */
export async function openLine(
	{ repository, credential }: Access,
	path: string | undefined,
	rules: LineRules,
	signal: AbortSignal,
): Promise<Line | NotDone> {
	const address = path === undefined ? repository.address : { ...repository.address, path };
	const mismatch = credential && mismatchOf(address, credential);
	if (mismatch) return mismatch;
	const proxy = proxyFor(address, rules);
	const pinned = proxy === undefined ? await pinHost(address, rules, signal) : [];
	if ('kind' in pinned) return pinned;
	const basics = { url: formatAddress(address), host: address.host, path: address.path, hasKey: !!credential };
	if (address.scheme === 'ssh') return { ...basics, ...(await bySsh(address, credential, pinned, rules)) };
	const secret = await secretOf(credential, rules.tokenOf, signal);
	if (secret && 'kind' in secret) return secret;
	const network = { protocol: 'https' as const, config: configOf(address, pinned, rules.caFile) };
	const env = { ...(secret && environmentOf(address, secret)), ...(proxy !== undefined && { https_proxy: proxy }) };
	return { ...basics, network, env, [Symbol.asyncDispose]: () => Promise.resolve() };
}

/** An address that is written as one is looked at here, whoever connects to it. */
function proxyFor(address: RepositoryAddress, { proxy, noProxy, privateHosts }: LineRules): string | undefined {
	const isNear = isIP(address.host) !== 0 || isNamedPrivate(address, privateHosts);
	return address.scheme === 'ssh' || isNear || isExcepted(address, noProxy) ? undefined : proxy;
}

function hostAndPort({ host, port }: RepositoryAddress): string {
	return port === undefined ? host : `${host}:${port}`;
}

/** Whoever hands them out looks at this too: a key is never sent to another host. */
export function mismatchOf(address: RepositoryAddress, { host, key }: Credential): NotDone | undefined {
	const refused = (why: string): NotDone => ({ kind: 'refused', why });
	if (host !== hostAndPort(address) && host !== `${address.host}:${portOf(address)}`)
		return refused(`The credential is for another host than ${address.host}.`);
	if (address.scheme === 'ssh' && key.kind !== 'ssh-key')
		return refused('A token is of no use for ssh: it takes a deploy key.');
	if (address.scheme === 'https' && key.kind === 'ssh-key')
		return refused('A deploy key is of no use for https: it takes a token.');
	return undefined;
}

export interface Secret {
	readonly login: string;
	readonly token: string;
}

/** A credential as servers are told it; of a key of ssh nothing. Rejects with the signal's reason. */
export async function secretOf(
	credential: Credential | undefined,
	tokenOf: TokenOf,
	signal: AbortSignal,
): Promise<Secret | NotDone | undefined> {
	if (!credential) return undefined;
	const { key } = credential;
	if (key.kind === 'ssh-key') return undefined;
	if (key.kind === 'token') return { login: key.login ?? anyLogin, token: key.token };
	const token = await tokenOf({ ...credential, key }, signal);
	return typeof token === 'string' ? { login: anyLogin, token } : token;
}

function environmentOf(address: RepositoryAddress, { login, token }: Secret): Record<string, string> {
	return {
		GIT_ASKPASS: askPass,
		THREADSMITH_GIT_HOST: hostAndPort(address),
		THREADSMITH_GIT_LOGIN: login,
		THREADSMITH_GIT_TOKEN: token,
	};
}

function configOf(address: RepositoryAddress, pinned: readonly string[], caFile: string | undefined): string[] {
	const addresses = pinned.map((one) => (one.includes(':') ? `[${one}]` : one)).join(',');
	return [
		...(addresses === '' ? [] : [`http.curloptResolve=${address.host}:${portOf(address)}:${addresses}`]),
		`http.lowSpeedLimit=${slowest.limit}`,
		`http.lowSpeedTime=${slowest.seconds}`,
		...(caFile === undefined ? [] : [`http.sslCAInfo=${caFile}`]),
	];
}

async function bySsh(
	address: RepositoryAddress,
	credential: Credential | undefined,
	pinned: readonly string[],
	{ keyFolder }: LineRules,
): Promise<Pick<Line, 'network' | 'env' | typeof Symbol.asyncDispose>> {
	const key = credential?.key.kind === 'ssh-key' ? credential.key : { privateKey: '', knownHosts: '' };
	const held = await holdKey(keyFolder, key);
	const env = {
		GIT_SSH_VARIANT: 'ssh',
		GIT_SSH_COMMAND: sshCommand({ host: address.host, port: portOf(address), at: pinned[0] ?? '', ...held }),
	};
	return { network: { protocol: 'ssh', config: [] }, env, [Symbol.asyncDispose]: held.remove };
}
