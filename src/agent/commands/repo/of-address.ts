import { createHash } from 'node:crypto';
import type { Repository, RepositoryAddress } from '../../../git/repository.ts';
import { addressText } from './repo-text.ts';

/** The repository that is opened of an address already. Pure. */
export function formerOf(address: RepositoryAddress, known: readonly Repository[]): Repository | undefined {
	return known.find((one) => addressText(one.address) === addressText(address));
}

/** Its name in a place: two hosts may have a repository of one path. Pure. */
export function nameFor(address: RepositoryAddress, known: readonly Repository[]): string {
	const isTaken = (name: string) => known.some((one) => one.name === name);
	const choices = [address.path, `${address.host}/${address.path}`];
	return choices.find((name) => !isTaken(name)) ?? `${address.host}/${address.path}~${digestOf(address)}`;
}

function digestOf(address: RepositoryAddress): string {
	return createHash('sha256').update(addressText(address)).digest('hex').slice(0, 6);
}
