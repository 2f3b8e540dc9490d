import type { Role } from '../../../chat/people.ts';
import { type Scope, type ScopeKind, scopesOf } from '../../budget/scopes.ts';
import { usedIn } from '../../coding/run/run-record.ts';
import { agentLines } from '../coding/run-lines.ts';
import { action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';
import { usageTable } from './usage-table.ts';

type Deps = Pick<CommandDeps, 'budgets' | 'places' | 'roleOf'>;

/** Whose use may be asked for; a session's is that of the thread. */
const choices = ['me', 'session', 'channel', 'place'] as const;
type Whose = (typeof choices)[number];

const kinds: Readonly<Record<Whose, ScopeKind>> = {
	me: 'person',
	session: 'session',
	channel: 'channel',
	place: 'place',
};

/** Days that are shown, unless it is said how many, and at most: each is a row. */
const usualDays = 7;
const mostDays = 90;

export function usageCommand(deps: Deps): Command {
	return action({
		name: 'usage',
		help: 'Show tokens and money by day: yours, or those of the session, channel or place',
		arguments: [
			{ kind: 'choice', name: 'whose', help: 'me, session, channel or place', choices: [...choices], optional: true },
			{ kind: 'count', name: 'days', help: 'how many days', most: mostDays, optional: true },
		],
		again: true,
		right: 'guest',
		when: 'at-once',
		run: async ({ whose = 'me', days = usualDays }, scene) => await shown(whose, days, scene, deps),
	});
}

async function shown(whose: Whose, days: number, scene: CommandScene, deps: Deps): Promise<string> {
	const { budgets, places, roleOf } = deps;
	const kind = kinds[whose];
	const { id: session, thread, person } = scene;
	const scope = scopesOf({ session, thread, person }, places).find((one) => one.kind === kind);
	if (!budgets || !scope) return missing[kind] ?? 'Nothing is counted here.';
	if (!maySee(scope, roleOf(person, places.conversationOf(thread).place)))
		return 'What the whole place uses is for admins to see.';
	const table = usageTable(titles[whose], scope, await budgets.spent(scope, days));
	const agents = kind === 'session' ? agentLines(await usedIn(scene.folder)) : [];
	return agents.length === 0
		? table
		: `${table}\nOf it by coding agents:\n${agents.map((line) => `- ${line}`).join('\n')}`;
}

/** Whoever may ask in a thread may see what it and its channel use; nobody sees what another person does. Pure. */
function maySee({ kind }: Scope, role: Role | undefined): boolean {
	return kind !== 'place' || role === 'admin';
}

const titles: Readonly<Record<Whose, string>> = {
	me: 'What was done for you here',
	session: 'This session',
	channel: 'This channel',
	place: 'The whole place',
};

const missing: { readonly [K in ScopeKind]?: string } = {
	channel: 'This conversation is in no channel.',
	place: 'This conversation belongs to no place.',
};
