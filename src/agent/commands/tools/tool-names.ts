import type { Asker } from '../../../chat/place.ts';
import { idOf, readRegistry } from '../../forge/registry/registry.ts';
import { loadable } from '../loadable.ts';
import type { CommandDeps } from '../table.ts';
import { toolVerbs } from './tool-arguments.ts';

/** Sessions of a person whose tools are offered, the last used first. */
const mostSessions = 20;

/** What the arguments of `tools` may become: a verb, then the name of a tool in a session that the person took part in. */
export function completeTools(deps: Pick<CommandDeps, 'sessions' | 'roleOf' | 'places'>) {
	return async (prefix: string, asker: Asker): Promise<readonly string[]> => {
		const verb = toolVerbs.find((one) => prefix.startsWith(`${one} `));
		if (verb === undefined) return toolVerbs.filter((one) => one.startsWith(prefix));
		const records = (await loadable(asker, deps)).slice(0, mostSessions);
		const names = await Promise.all(records.map(async ({ id }) => namesIn(id, deps.sessions)));
		return [...new Set(names.flat())].map((name) => `${verb} ${name}`).filter((line) => line.startsWith(prefix));
	};
}

/** A session whose registry cannot be read offers nothing. */
async function namesIn(session: string, sessions: CommandDeps['sessions']): Promise<readonly string[]> {
	const folder = await sessions.open(session);
	const names = async () => (await readRegistry(folder)).tools.flatMap((tool) => [tool.name, idOf(tool)]);
	return names().catch(() => []);
}
