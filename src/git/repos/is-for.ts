import type { Credential, RepositoryAddress } from '../repository.ts';

const usualPorts = { https: 443, ssh: 22 } as const;

/** Host and port, as credentials name them; the port of the scheme itself is left out. Pure. */
export function hostOf({ scheme, host, port }: Pick<RepositoryAddress, 'scheme' | 'host' | 'port'>): string {
	return port === undefined || port === usualPorts[scheme] ? host : `${host}:${port}`;
}

/** Whether a credential is for what lies at an address, in a place: its place, host, list and kind are all held against that, letter by letter. Pure. */
export function isFor(credential: Credential, place: string, address: RepositoryAddress): boolean {
	const { key, host, repositories } = credential;
	return (
		credential.place === place &&
		host === hostOf(address) &&
		repositories.includes(address.path) &&
		(key.kind === 'ssh-key') === (address.scheme === 'ssh')
	);
}
