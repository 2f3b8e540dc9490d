import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { type CodeHostStandIn, createCodeHostStandIn } from '../../../src/demo/code-host/stand-in.ts';
import type { StandInApp, StandInRepository, StandInToken } from '../../../src/demo/code-host/world.ts';
import { makeCertificates } from '../../../src/demo/git-server/certificate.ts';
import type { CodeHost } from '../../../src/git/code-host/code-host.ts';
import { type CodeHosts, createCodeHosts } from '../../../src/git/code-host/create-code-hosts.ts';
import type { HostFetchOptions } from '../../../src/git/code-host/wire/host-fetch.ts';
import type { Access, Credential } from '../../../src/git/repository.ts';

export type Kind = 'github' | 'gitea';

/** A code host on 127.0.0.1, over TLS, with `acme/app` (private) and its branches, and what speaks to it. */
export interface CodeHostGround extends AsyncDisposable {
	/** `127.0.0.1:40123`. */
	readonly name: string;
	readonly standIn: CodeHostStandIn;
	readonly hosts: CodeHosts;
	readonly host: CodeHost;
	readonly repositories: StandInRepository[];
	readonly tokens: StandInToken[];
	/** By path: branches and their commits. */
	readonly branches: Map<string, Map<string, string>>;
	/** What the authority of its certificate is, in PEM. */
	readonly ca: string;
	/** ms since the epoch: it stands still until it is set. */
	now: number;
	access(changes?: { readonly path?: string; readonly key?: Credential['key']; readonly host?: string }): Access;
}

export const sha = (digit: string): string => digit.repeat(40);

const scopes = { github: ['repo'], gitea: ['write:repository', 'write:issue', 'read:user'] } as const;

export interface GroundOptions extends HostFetchOptions {
	readonly apps?: readonly StandInApp[];
}

export async function openCodeHost(kind: Kind, { apps = [], ...options }: GroundOptions = {}): Promise<CodeHostGround> {
	const { authority, server: own } = makeCertificates(['127.0.0.1'], Date.now());
	const repositories: StandInRepository[] = [
		{
			id: 1,
			path: 'acme/app',
			former: ['acme/old'],
			isPrivate: true,
			defaultBranch: 'main',
			protectedBranches: ['main'],
			people: { smith: 'write', ada: 'write', eve: 'read' },
		},
	];
	const tokens: StandInToken[] = [
		{ token: 'smiths-token', login: 'smith', may: { scopes: scopes[kind] } },
		{ token: 'eves-token', login: 'eve', may: { scopes: scopes[kind] } },
	];
	const branches = new Map([
		[
			'acme/app',
			new Map([
				['main', sha('a')],
				['fix', sha('b')],
			]),
		],
	]);
	const ground = { now: Date.parse('2026-03-01T12:00:00Z') };
	let port = 0;
	const standIn = createCodeHostStandIn({
		...{ kind, repositories, tokens, apps, url: () => `https://127.0.0.1:${port}`, now: () => ground.now },
		branches: async (path) => branches.get(path),
		onFork: async (from, to) => void branches.set(to, new Map(branches.get(from))),
	});
	const server = createServer(own, (request, response) => {
		if (!standIn.handle(request, response)) response.writeHead(404).end('<html>');
	});
	await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
	port = (server.address() as AddressInfo).port;
	const name = `127.0.0.1:${port}`;
	const hosts = createCodeHosts({
		privateHosts: [name],
		ca: authority.cert,
		...options,
		clock: { now: () => ground.now },
	});
	const host = hosts.codeHostFor(accessTo(kind, name));
	if (!host) throw new Error('There is no code host');
	return Object.assign(ground, {
		...{ name, standIn, hosts, host, repositories, tokens, branches, ca: authority.cert },
		access: (changes = {}) => accessTo(kind, name, changes),
		async [Symbol.asyncDispose]() {
			await hosts[Symbol.asyncDispose]();
			server.closeAllConnections();
			await new Promise((resolve) => server.close(resolve));
		},
	});
}

type Changes = Parameters<CodeHostGround['access']>[0];

export function accessTo(
	kind: Kind,
	name: string,
	{ path = 'acme/app', key, host = name }: NonNullable<Changes> = {},
): Access {
	const [address = '', port] = name.split(':');
	return {
		repository: {
			...{
				id: 'r-000000000001',
				place: 'local',
				name: path,
				channels: ['*'],
				codeHost: kind,
				credential: 'c-000000000001',
			},
			address: { scheme: 'https', host: address, port: Number(port), path },
			wishes: { indexes: [], draft: true, fork: false, names: false, protected: [] },
		},
		credential: {
			...{ id: 'c-000000000001', place: 'local', host, repositories: [path] },
			key: key ?? { kind: 'token', token: 'smiths-token' },
		},
	};
}
