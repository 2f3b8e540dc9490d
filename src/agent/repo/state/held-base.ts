import type { RepoDeps } from '../repo-deps.ts';
import type { Opened } from './repos-state.ts';

type Base = Pick<Opened, 'place' | 'repository' | 'base'>;

/** Under which name a mirror holds the commit that a session works on top of. Pure. */
export function baseName(session: string, commit: string): string {
	return `base/${session}/${commit}`;
}

/** Lets a mirror forget a base. Nothing happens where the repository is there no more: its mirror went with it. */
export async function letGoOfBase(
	{ place, repository, base }: Base,
	session: string,
	deps: Pick<RepoDeps, 'repositories' | 'git'>,
): Promise<void> {
	const access = await deps.repositories.access(place, repository);
	if (access) await (await deps.git()).drop(access.repository, baseName(session, base));
}
