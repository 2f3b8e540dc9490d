import type { EraseInbound } from '../../chat/inbound.ts';
import type { Right } from '../../chat/people.ts';
import type { Asker } from '../../chat/place.ts';
import type { Ask, FreeDecision } from '../../chat/question.ts';
import type { SessionFolder } from '../../store/store.ts';
import type { Session } from '../session/session.ts';
import type { Argument, Values, ValuesOf } from './syntax/arguments.ts';
import type { ActionInfo, CommandOf } from './syntax/command-info.ts';
import { readArguments } from './syntax/read-arguments.ts';

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
	/** The platform's key of the command. */
	readonly key: string;
	/** The id that a question of this command has. */
	readonly questionId: string;
	/** Once the command has been answered, the thread goes on in this session, with whatever was said in it after the command. */
	readonly goOnIn: (session: string) => void;
	/** Asks an admin, in this thread. */
	readonly ask: (question: AdminQuestion) => Promise<void>;
	/** Hands in a message of the person, to reach a running turn at its next model call. */
	readonly steer: (text: string) => Promise<void>;
	/** Has something of a session erased; resolves with the key of the order once that is sure to happen. */
	readonly erase: (session: string, what: EraseInbound['what']) => Promise<string>;
	/** Hands in a message of the person, which waits its turn. */
	readonly say: (text: string) => Promise<void>;
	/** A command, with or without its arguments, as people give it in this thread. */
	readonly spell: (usage: string) => string;
	/** Fires with a `StopRequest` when a person stops a long command, or when the process leaves. */
	readonly signal: AbortSignal;
}

/** `at-once` also while a turn runs; `in-order` after what came before it. */
export type When = 'at-once' | 'in-order';

/** One thing that a command does, on every platform. */
export interface Action extends ActionInfo {
	/** It asks this of the person. */
	readonly right: Right;
	/** `asking`: in order, and it hands in a request, whose answer is for a thread: where there is none, one begins. */
	readonly when: When | 'asking';
	/** Done again, after a crash in the middle, it comes to the same. */
	readonly again?: true;
	/** It may take minutes: until then it is what runs, and a stop ends it. */
	readonly long?: true;
	/** Does it and answers what people are told, as Markdown; nothing when that is empty. Rejects with an error whose message is for people. */
	run(values: Values, scene: CommandScene): Promise<string>;
}

/** One command of the core, on every platform. */
export type Command = CommandOf<Action>;

interface ActionWith<L extends readonly Argument[]> extends Omit<Action, 'arguments' | 'run'> {
	readonly arguments: L;
	run(values: ValuesOf<L>, scene: CommandScene): Promise<string>;
}

/** An action whose `run` is handed values with the types that its arguments give them. */
export function action<const L extends readonly Argument[]>(given: ActionWith<L>): Action {
	return given;
}

/** When a command is done, as it was given; wrong arguments are answered at once. Pure. */
export function whenOf(command: Command, given: string): When {
	const reading = readArguments(command, given);
	if (reading.kind !== 'ok') return 'at-once';
	return reading.action.when === 'asking' ? 'in-order' : reading.action.when;
}

/** Whether it may take minutes, as it was given. Pure. */
export function isLong(command: Command, given: string): boolean {
	const reading = readArguments(command, given);
	return reading.kind === 'ok' && reading.action.long === true;
}

/** Whether it hands in a request, as it was given. Pure. */
export function asksByIt(
	command: CommandOf<ActionInfo & { readonly when?: Action['when'] }> | undefined,
	given: string,
): boolean {
	const reading = command && readArguments(command, given);
	return reading?.kind === 'ok' && reading.action.when === 'asking';
}
