import type { Place } from '../../chat/place.ts';
import type { Person } from '../../chat/thread.ts';
import { currentOf, readRegistry } from '../forge/registry/registry.ts';
import type { SessionRecord } from '../session/session-record.ts';
import type { CommandDeps } from './command-deps.ts';
import { sessionsOf } from './session/loadable.ts';
import { type UsageSum, usageOf } from './usage.ts';

/** Somebody's own sessions, for their eyes. */
export interface Overview {
	/** The sessions they took part in, newest first, at most 20. */
	readonly sessions: readonly SessionLine[];
	/** Sums over those sessions. */
	readonly usage: UsageSum;
	/** Tools forged in those sessions, as they are used now. */
	readonly tools: readonly ToolLine[];
}

export interface SessionLine {
	readonly id: string;
	readonly title: string;
	/** ISO 8601. */
	readonly usedAt: string;
	/** The platform's own key of the thread it began in, as in `Thread`. */
	readonly thread: string;
}

export interface ToolLine {
	readonly name: string;
	readonly purpose: string;
	readonly session: string;
}

/** Gathers somebody's overview of what is theirs in a place. */
export type OverviewOf = (person: Person, place: Place) => Promise<Overview>;

const most = 20;

export function createOverview(deps: Pick<CommandDeps, 'store' | 'sessions' | 'roleOf' | 'places'>): OverviewOf {
	const { store, sessions } = deps;
	return async (person, place) => {
		const records = (await sessionsOf({ person, place }, deps)).slice(0, most);
		const ids = records.map(({ id }) => id);
		const tools = await Promise.all(
			records.map(async ({ id }) => toolsOf(id, await readRegistry(await sessions.open(id)))),
		);
		return { sessions: records.map(sessionLine), usage: await usageOf(store.records, ids), tools: tools.flat() };
	};
}

function sessionLine({ id, title, usedAt, thread }: SessionRecord): SessionLine {
	return { id, title, usedAt, thread: thread.id };
}

function toolsOf(session: string, registry: Awaited<ReturnType<typeof readRegistry>>): ToolLine[] {
	return registry.tools.map((tool) => ({ name: tool.name, purpose: currentOf(tool).manifest.purpose, session }));
}
