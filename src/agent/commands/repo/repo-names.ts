import { closestName } from '../../../base/text/closest-name.ts';
import type { Asker, Place } from '../../../chat/place.ts';
import type { Repository } from '../../../git/repository.ts';
import { repositoryCalled } from '../../repo/here.ts';
import type { WordArgument } from '../syntax/arguments.ts';
import type { RepoCommandDeps } from './repo-deps.ts';

/**
 * The repositories that somebody may know of where they ask: admins those of the place, members those that are opened in the channel; from a direct
 * conversation those that are opened in all of the place.
 */
export async function knownTo({ person, thread }: Asker, deps: RepoCommandDeps): Promise<readonly Repository[]> {
	const { place, kind, channel } = deps.places.conversationOf(thread);
	const role = deps.roleOf(person, place);
	if (place === undefined || (role !== 'admin' && role !== 'member')) return [];
	if (role === 'admin' || kind === 'host') return await deps.repositories.list(place);
	// No channel has that name.
	return await deps.repositories.list(place, channel ?? '');
}

/** The name of one, as an argument of a command. */
export function repositoryName(deps: RepoCommandDeps) {
	return {
		kind: 'word',
		name: 'name',
		help: 'the name of a repository',
		complete: async (prefix: string, asker: Asker) =>
			(await knownTo(asker, deps)).map(({ name }) => name).filter((name) => name.startsWith(prefix)),
	} as const satisfies WordArgument;
}

/** The place of an admin who gives a command, and the repository of it that they name; a sentence where there is none. */
export async function named(
	name: string,
	asker: Asker,
	deps: RepoCommandDeps,
): Promise<{ readonly place: Place; readonly repository: Repository } | string> {
	const { place } = deps.places.conversationOf(asker.thread);
	const known = await knownTo(asker, deps);
	const repository = repositoryCalled(name, known);
	if (place !== undefined && repository) return { place, repository };
	const meant = closestName(
		name,
		known.map((one) => one.name),
	);
	return `There is no repository "${name}" here${meant === undefined ? '.' : `; did you mean "${meant}"?`}`;
}
