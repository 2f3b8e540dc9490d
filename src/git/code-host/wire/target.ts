import type { Access, Credential, RepositoryAddress } from '../../repository.ts';
import type { HostRefusal } from '../code-host.ts';

/** Where the API of a repository's code host is, and with what it is asked. */
export interface Target {
	/** For people, and what the credential is for: `github.com`, `git.example.org:3000`. */
	readonly host: string;
	/** Without a slash at the end. */
	readonly api: string;
	/** Pages for people, without a slash at the end. */
	readonly web: string;
	readonly owner: string;
	readonly name: string;
	readonly credential: Credential;
}

/** Where the API of a host is, whose pages are at `web`. */
export type ApiPlace = (host: string, web: string) => string;

/** Owner and name may have anything in front of them: a code host below a path. */
const paths = /^((?:[\w.~-]+\/)*)([\w.~-]+)\/([\w.~-]+)$/;

/** A sentence where this credential is not to be sent to this host, or there is none. Pure. */
export function targetOf(access: Access, apiOf: ApiPlace): Target | HostRefusal {
	const { repository, credential } = access;
	const { address, name: known } = repository;
	const [, prefix, owner, name] = paths.exec(address.path) ?? [];
	if (owner === undefined || name === undefined) return refused(`${known} has no owner and name at ${address.host}.`);
	if (!credential) return refused(`There is no credential for ${known} at ${address.host}: an admin has to give one.`);
	if (!isFor(credential.host, address)) return refused(`The credential of ${known} is not for ${address.host}.`);
	if (credential.key.kind === 'ssh-key')
		return refused(
			`${known} is reached by a deploy key alone, with which no pull request can be opened: an admin has to give a token.`,
		);
	const { host } = credential;
	const web = `https://${host}${prefix ? `/${prefix.slice(0, -1)}` : ''}`;
	return { host, api: apiOf(host, web), web, owner, name, credential };
}

/** With ssh, the port is that of another server on the same host. */
function isFor(host: string, { scheme, host: name, port }: RepositoryAddress): boolean {
	if (scheme === 'ssh') return host === name || host.startsWith(`${name}:`);
	return host === (port === undefined || port === 443 ? name : `${name}:${port}`);
}

function refused(why: string): HostRefusal {
	return { kind: 'refused', why };
}
