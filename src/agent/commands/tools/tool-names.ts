import type { Asker } from '../../../chat/place.ts';
import { idOf, readRegistry } from '../../forge/registry/registry.ts';
import type { CommandDeps } from '../command-deps.ts';
import { loadable } from '../session/loadable.ts';

/** Sessions of a person whose tools are offered, the last used first. */
const mostSessions = 20;

/** Offers the names of tools in sessions that a person took part in. */
export function completeToolName(deps: Pick<CommandDeps, 'sessions' | 'roleOf' | 'places'>) {
	return async (prefix: string, asker: Asker): Promise<readonly string[]> => {
		const records = (await loadable(asker, deps)).slice(0, mostSessions);
		const names = await Promise.all(records.map(async ({ id }) => namesIn(id, deps.sessions)));
		return [...new Set(names.flat())].filter((name) => name.startsWith(prefix));
	};
}

/** A session whose registry cannot be read offers nothing. */
async function namesIn(session: string, sessions: CommandDeps['sessions']): Promise<readonly string[]> {
	const folder = await sessions.open(session);
	const names = async () => (await readRegistry(folder)).tools.flatMap((tool) => [tool.name, idOf(tool)]);
	return names().catch(() => []);
}
