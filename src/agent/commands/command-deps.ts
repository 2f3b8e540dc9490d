import type { Admission } from '../../base/queue/admission.ts';
import type { RoleOf } from '../../chat/people.ts';
import type { Places } from '../../chat/places.ts';
import type { BuiltIn } from '../../sandbox/built-ins.ts';
import type { Sandboxes } from '../../sandbox/sandbox.ts';
import type { NoteFolders } from '../../store/notes.ts';
import type { Sessions, Store } from '../../store/store.ts';
import type { Budgets } from '../budget/budgets.ts';
import type { Coding } from '../coding/coding.ts';
import type { Compaction } from '../compaction/compaction.ts';
import type { Models } from '../model/models.ts';
import type { UsualPreferences } from '../session/choices/preferences.ts';
import type { Session } from '../session/session.ts';
import type { Command } from './command.ts';
import type { RepoCommands } from './repo/repo-deps.ts';
import type { CommandsByPlatform } from './syntax/platform-commands.ts';

/** Turns that run, as commands see them. */
export interface Turns {
	/** The session as its running turn holds it. */
	sessionOf(session: string): Session | undefined;
	/** When the session's running turn began, ms since the epoch; undefined when none runs. */
	runningSince(session: string): number | undefined;
}

/** Sessions with something that could not be done yet, as commands see them. Times in milliseconds since 1970. */
export interface Troubles {
	/** Undefined: nothing. `at`: when it is tried again; undefined: when something comes in, or at the next start. */
	of(session: string): { readonly since: number; readonly at: number | undefined; readonly why: string } | undefined;
}

export interface CommandDeps {
	readonly store: Store;
	readonly sessions: Sessions;
	readonly sandboxes: Sandboxes;
	readonly models: Models;
	readonly builtIns: readonly BuiltIn[];
	readonly turns: Turns;
	readonly troubles: Troubles;
	readonly roleOf: RoleOf;
	readonly places: Places;
	readonly notes: NoteFolders;
	readonly usual: UsualPreferences;
	/** Default: nothing is counted by day. */
	readonly budgets?: Pick<Budgets, 'spent' | 'forget'> | undefined;
	readonly platformCommands: CommandsByPlatform;
	readonly compaction: Compaction;
	/** Default: no coding agents. */
	readonly coding?: Pick<Coding, 'agents' | 'bringHome' | 'idleMs' | 'installed' | 'runs' | 'undo'> | undefined;
	/** Those of whoever has the host's command line; default: none, as where chat platforms are served. */
	readonly operator?: readonly Command[] | undefined;
	/** Default: no repositories. */
	readonly repos?: RepoCommands | undefined;
	/** Default: nobody waits. */
	readonly lines?: Readonly<Record<'turns' | 'sandboxes', Pick<Admission, 'standing'>>> | undefined;
}
