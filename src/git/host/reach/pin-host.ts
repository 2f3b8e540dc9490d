import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { raceAbort } from '../../../base/race-abort.ts';
import { isPublicAddress } from '../../../sandbox/airlock/package-index/public-address.ts';
import type { NotDone } from '../../git.ts';
import type { RepositoryAddress } from '../../repository.ts';

/** All addresses of a name, as dns.lookup() gives them. Rejects where there are none. */
export type LookUp = (host: string) => Promise<readonly { readonly address: string }[]>;

/** As this machine looks names up. */
export const lookUpHere: LookUp = (host) => lookup(host, { all: true });

export interface PinRules {
	/** Hosts that may have private addresses: `git.lan`, or `git.lan:3000` for that port alone. */
	readonly privateHosts: readonly string[];
	readonly lookUp: LookUp;
}

const lookUpMs = 20_000;
const ownPort = { https: 443, ssh: 22 };

export function portOf({ scheme, port }: Pick<RepositoryAddress, 'scheme' | 'port'>): number {
	return port ?? ownPort[scheme];
}

/** Whether the operator has named it, for all of its ports or for this one. Pure. */
export function isNamedPrivate(address: RepositoryAddress, privateHosts: readonly string[]): boolean {
	return [address.host, `${address.host}:${portOf(address)}`].some((name) => privateHosts.includes(name));
}

/**
 * The addresses that a host has now: git connects to these and asks for the name no more, so that it cannot come to mean another
 * machine. Private ones are refused, but for hosts that the operator has named. Rejects with the signal's reason.
 */
export async function pinHost(
	address: RepositoryAddress,
	{ privateHosts, lookUp }: PinRules,
	signal: AbortSignal,
): Promise<readonly string[] | NotDone> {
	const { host } = address;
	const found = isIP(host) ? [host] : await addressesOf(host, lookUp, signal);
	if (found === 'too long') return { kind: 'refused', why: `The name ${host} could not be looked up in time.` };
	const usable = found.filter((one) => isIP(one));
	if (usable.length === 0) return { kind: 'refused', why: `There is no host ${host}.` };
	if (isNamedPrivate(address, privateHosts) || usable.every(isPublicAddress)) return usable;
	return {
		kind: 'refused',
		why: `${host} has an address that is not on the public internet; whoever runs this bot may name it in GIT_PRIVATE_HOSTS.`,
	};
}

async function addressesOf(host: string, lookUp: LookUp, signal: AbortSignal): Promise<readonly string[] | 'too long'> {
	const late = AbortSignal.timeout(lookUpMs);
	try {
		const found = await raceAbort(lookUp(host), AbortSignal.any([signal, late]));
		return found.map(({ address }) => address);
	} catch {
		signal.throwIfAborted();
		return late.aborted ? 'too long' : [];
	}
}
