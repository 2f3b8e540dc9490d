import type { AgentEvent } from '../../chat/events.ts';
import type { Question } from '../../chat/question.ts';

/** A sentence of ours, under the outbox's key. */
export interface Sentence {
	readonly key: string;
	readonly text: string;
}

/** Messages that hold a text, and how they are cut: a later process that cuts them otherwise does not go on with them. */
export interface Pieces<Message> {
	readonly messages: readonly Message[];
	readonly cut: string;
}

/** An answer on its way into a thread: as messages, or, being too long for those, as its beginning and a file. */
export type Answer<Message> =
	| ({ readonly kind: 'messages' } & Pieces<Message>)
	| { readonly kind: 'file'; readonly summary: Message; readonly file: AnswerFile };

export interface AnswerFile {
	readonly name: string;
	/** Markdown as the Brain wrote it. */
	readonly text: string;
}

export type TurnEnded = Extract<AgentEvent, { type: 'turn-ended' }>;

/** How things look on a platform: functions without effects that make its messages, and how much they hold. */
export interface Look<Message> {
	/** Characters of Markdown that go into one part of an answer that cannot be a file. */
	readonly longestPart: number;
	/** Whether how an answer is cut is noted even where it is one message. */
	readonly notesOne: boolean;
	/** Whether messages go on that a former version has begun, which noted no cut; else they are followed by all of it as a file. */
	readonly trustsFormer: boolean;
	/** `key`: the outbox's; the message number `i` from 2 has `<key>/<i>`. */
	readonly answer: (text: string, key: string) => Promise<Answer<Message>>;
	/** The last message of an answer, which people can say something about. */
	readonly withFeedback: (message: Message, turn: string) => Message;
	/** A part of an answer; its message number `first` from 1 has the key itself. */
	readonly part: (text: string, key: string, first?: number) => Promise<Pieces<Message>>;
	/** A text of ours, such as a command's answer. */
	readonly words: (text: string, key: string) => Promise<readonly Message[]>;
	readonly question: (question: Question, key: string) => Promise<Message>;
	readonly closedQuestion: (question: Question, why: string, key: string) => Promise<Message>;
	/** Sentences as small print in as few messages as hold them. */
	readonly lines: (sentences: readonly Sentence[]) => readonly SentenceLines<Message>[];
	/** How a turn ended; undefined: its answer, or its question, says so. */
	readonly ended: (event: TurnEnded) => Message | undefined;
}

export interface SentenceLines<Message> {
	readonly keys: readonly [string, ...string[]];
	readonly message: Message;
}

/** All of an answer. Pure. */
export function answerFile(markdown: string): AnswerFile {
	return { name: 'answer.md', text: markdown };
}
