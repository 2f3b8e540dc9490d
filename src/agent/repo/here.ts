import { shorten } from '../../base/text/shorten.ts';
import type { Thread } from '../../chat/thread.ts';
import type { Access, Repository } from '../../git/repository.ts';
import type { RepoDeps } from './repo-deps.ts';

type Deps = Pick<RepoDeps, 'repositories' | 'places'>;

/** The repositories that are opened in the channel of a thread, by name. One without a channel has those of all its place. Rejects as the store does. */
export async function repositoriesAt(thread: Thread, { repositories, places }: Deps): Promise<readonly Repository[]> {
	const { place, channel } = places.conversationOf(thread);
	if (place === undefined) return [];
	const all = await repositories.list(place, channel);
	return channel === undefined ? all.filter(({ channels }) => channels.includes('*')) : all;
}

/** A repository with what it is reached with, as long as it is opened there. Rejects as the store does. */
export async function accessAt(id: string, thread: Thread, deps: Deps): Promise<Access | undefined> {
	const known = (await repositoriesAt(thread, deps)).find((one) => one.id === id);
	return known && (await deps.repositories.access(known.place, id));
}

/** The one that a name means: as `repositoryCalled`, or by its last part where no other has that. Pure. */
export function repositoryNamed(name: string, repositories: readonly Repository[]): Repository | undefined {
	const called = repositoryCalled(name, repositories);
	if (called) return called;
	const [only, other] = repositories.filter((one) => lastPart(one.name).toLowerCase() === plainName(name));
	return other === undefined ? only : undefined;
}

/** The one of that name, or at that address or that of one of its pages; `acme/app#12` is of acme/app. Pure. */
export function repositoryCalled(name: string, repositories: readonly Repository[]): Repository | undefined {
	const exact = repositories.find((one) => one.name === name);
	const [alike, other] = repositories.filter((one) => one.name.toLowerCase() === plainName(name));
	if (exact || alike) return exact ?? (other === undefined ? alike : undefined);
	const where = given(name)
		.replace(/^(?:https|ssh):\/\/(?:[^@/]*@)?/, '')
		.replace(/^[^@/:]+@([^:/]+):\/?/, '$1/');
	return repositories.find((one) => isWithin(where, one));
}

function given(name: string): string {
	return name
		.trim()
		.toLowerCase()
		.replace(/^<(.*)>$/, '$1');
}

function plainName(name: string): string {
	return given(name)
		.replace(/#\d+$/, '')
		.replace(/\/$/, '')
		.replace(/\.git$/, '');
}

function isWithin(where: string, { address: { host, port, path } }: Repository): boolean {
	const root = `${host}${port === undefined ? '' : `:${port}`}/${path}`.toLowerCase();
	return where.startsWith(root) && /^(?:\.git)?(?:[/?#]|$)/.test(where.slice(root.length));
}

/** Says that there is none of that name, the same whether it is anywhere else or not. Pure. */
export function notHere(name: string, repositories: readonly Repository[]): string {
	const named = repositories.slice(0, 20).map((one) => one.name);
	const there = named.length === 0 ? ' An admin opens one by /repo add.' : ` There is: ${named.join(', ')}.`;
	return `There is no repository "${shorten(name, 100)}" opened here.${there}`;
}

/** A repository's name without whose it is. Pure. */
export function lastPart(name: string): string {
	return name.slice(name.lastIndexOf('/') + 1);
}
