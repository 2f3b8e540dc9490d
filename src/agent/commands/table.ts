import type { RoleOf } from '../../chat/people.ts';
import type { Places } from '../../chat/places.ts';
import type { BuiltIn } from '../../sandbox/built-ins.ts';
import type { Sandboxes } from '../../sandbox/sandbox.ts';
import type { Sessions, Store } from '../../store/store.ts';
import type { Models } from '../model/models.ts';
import type { Session } from '../session/session.ts';
import { clearCommand } from './clear.ts';
import type { Command } from './command.ts';
import { filesCommand } from './files.ts';
import { helpCommand } from './help.ts';
import { loadCommand } from './load.ts';
import { modeCommand } from './mode.ts';
import { newCommand } from './new.ts';
import { statusCommand } from './status.ts';
import { steerCommand } from './steer.ts';
import { stopCommand } from './stop.ts';
import { toolsCommand } from './tools.ts';

/** What runs now, as commands see it. */
export interface Turns {
	/** The session as its running turn holds it. */
	sessionOf(session: string): Session | undefined;
	/** When the session's running turn began, ms since the epoch; undefined when none runs. */
	runningSince(session: string): number | undefined;
}

/** What could not be done yet, as commands see it. Times in milliseconds since 1970. */
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
}

/** All commands of the core, in the order in which help lists them. A new one is a file here and a line below. */
export function commandTable(deps: CommandDeps): readonly Command[] {
	return withHelp([
		statusCommand(deps),
		stopCommand(),
		steerCommand(),
		modeCommand(deps),
		newCommand(deps),
		clearCommand(),
		loadCommand(deps),
		filesCommand(),
		toolsCommand(deps),
	]);
}

/** A table of commands: these, after the help that lists them. */
export function withHelp(commands: readonly Command[]): readonly Command[] {
	return [helpCommand(commands.map((command) => command.info)), ...commands];
}
