import type { z } from 'zod';
import type { Right } from '../../chat/people.ts';
import type { Asker } from '../../chat/place.ts';
import type { Ask, FreeDecision } from '../../chat/question.ts';
import type { SessionFolder } from '../../store/store.ts';
import type { Session } from '../session/session.ts';

/** A command as platforms list it. */
export interface CommandInfo {
	/** One word, lower case. */
	readonly name: string;
	/** One line. */
	readonly help: string;
	/** Name and arguments: `load <id>`. */
	readonly usage: string;
	/** Done again, after a crash in the middle, it comes to the same. */
	readonly again?: true;
	/** Known values of the argument that begin with `prefix`, for somebody where they type. */
	readonly complete?: (prefix: string, asker: Asker) => Promise<readonly string[]>;
}

/** A question to admins that no turn waits for. Its file is to be read first: where that cannot be shown, nothing is asked. */
export interface AdminQuestion extends Pick<Ask, 'text' | 'file'> {
	readonly decides: FreeDecision;
	/** The first is yes. */
	readonly choices: readonly [string, string];
}

/** Where a command was given. */
export interface CommandScene extends Asker {
	/** The session's id. */
	readonly id: string;
	readonly folder: SessionFolder;
	/** The session under its lease; there for commands that run in order. */
	readonly session: Session | undefined;
	/** The id that a question of this command has. */
	readonly questionId: string;
	/** Once the command has been answered, the thread goes on in this session, with whatever was said in it after the command. */
	readonly goOnIn: (session: string) => void;
	/** Asks an admin, in this thread. */
	readonly ask: (question: AdminQuestion) => Promise<void>;
	/** Hands in a message of the person, to reach a running turn at its next model call. */
	readonly steer: (text: string) => Promise<void>;
}

/** `at-once` also while a turn runs; `in-order` after what came before it. */
export type When = 'at-once' | 'in-order';

/** One command of the core, on every platform. */
export interface Command {
	readonly info: CommandInfo;
	/** Turns the text after the name into arguments. */
	readonly args: z.ZodType<string>;
	/** One for all arguments, or by the arguments. */
	readonly right: Right | ((args: string) => Right);
	readonly when: When | ((args: string) => When);
	/** Does it and answers what people are told, as Markdown; nothing when that is empty. Rejects with an error whose message is for people. */
	run(args: string, scene: CommandScene): Promise<string>;
}

/** What a command asks of the person, for these arguments. Pure. */
export function rightOf({ right }: Pick<Command, 'right'>, args: string): Right {
	return typeof right === 'function' ? right(args) : right;
}

/** When a command is done, as it was given; wrong arguments are answered at once. Pure. */
export function whenOf({ when, args }: Pick<Command, 'when' | 'args'>, given: string): When {
	if (typeof when !== 'function') return when;
	const parsed = args.safeParse(given);
	return parsed.success ? when(parsed.data) : 'at-once';
}
