import type { z } from 'zod';
import type { Person, Thread } from '../../store/inbound.ts';
import type { SessionFolder } from '../../store/store.ts';
import type { Right } from '../people.ts';
import type { Session } from '../session/session.ts';

/** A command as platforms list it. */
export interface CommandInfo {
	/** One word, lower case. */
	readonly name: string;
	/** One line. */
	readonly help: string;
	/** Name and arguments: `load <id>`. */
	readonly usage: string;
	/** Known values of the argument that begin with `prefix`, for `person`. */
	readonly complete?: (prefix: string, person: Person) => Promise<readonly string[]>;
}

/** Where a command was given. */
export interface CommandScene {
	readonly thread: Thread;
	readonly person: Person;
	/** The session's id. */
	readonly id: string;
	readonly folder: SessionFolder;
	/** The session under its lease; there for commands that run in order. */
	readonly session: Session | undefined;
	/** Hands in a message of the person, to reach a running turn at its next model call. */
	readonly steer: (text: string) => Promise<void>;
}

/** One command of the core, on every platform. */
export interface Command {
	readonly info: CommandInfo;
	/** Turns the text after the name into arguments. */
	readonly args: z.ZodType<string>;
	readonly right: Right;
	/** `at-once` also while a turn runs; `in-order` after what came before it. */
	readonly when: 'at-once' | 'in-order';
	/** Does it and answers what people are told, as Markdown; nothing when that is empty. Rejects with an error whose message is for people. */
	run(args: string, scene: CommandScene): Promise<string>;
}
