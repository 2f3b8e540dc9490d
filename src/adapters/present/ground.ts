import type { Question } from '../../chat/question.ts';
import type { Person } from '../../chat/thread.ts';
import type { OutboxRow } from '../../store/store.ts';
import type { TakenEvent } from './advance.ts';
import type { TurnEnded } from './look.ts';
import type { ProgressLine } from './progress-line.ts';
import type { Scene, Surface, Unsaid } from './surface.ts';
import type { TurnState } from './turn-state.ts';

/** One stream of events on its way into a thread: a turn's, or what answers a command. */
export interface ShowScene extends Scene {
	/** The outbox's rows of it from before. */
	readonly alreadyShown: readonly OutboxRow[];
	/** The key of what came in that this answers; undefined for a turn. */
	readonly answers: string | undefined;
	readonly isTurn: boolean;
	/** ms since 1970. */
	readonly startedAt: number;
	readonly progress: Progress;
}

/** How far it has come: the only thing about it that changes. */
export interface Progress {
	now(): TurnState;
	move(change: (state: TurnState) => TurnState): void;
}

/** Shows a turn while it runs. It sees to the outbox itself, and to what an earlier process has left of the same turn. */
export interface Live {
	/** Words of the Brain in its step number `step`, as they stream. Returns at once. Throws what the outbox has rejected with. */
	say(step: number, delta: string): void;
	/** Shows a line; under a key once over any number of crashes. Rejects as the outbox does, and when nothing can be posted. */
	put(line: ProgressLine, key?: string): Promise<void>;
	/** Gives whatever an earlier process left its last form: to be done before anything new is shown for good. */
	makeWay(): Promise<void>;
	/** Leaves it with its lines. Rejects as the outbox and the surface do. */
	settle(end: SettleEnd): Promise<void>;
	/** Resolves when all of it has its last form. */
	finish(): Promise<void>;
}

export type SettleEnd =
	/** `post` shows the thing `key` below it: what people wait for does not wait for what they have seen. */
	| {
			readonly kind: 'beside';
			readonly of: 'answer' | 'question' | 'end';
			readonly key: string;
			readonly footer: string;
			readonly post: () => Promise<unknown>;
	  }
	/** The turn could not be shown to its end: whoever shows it again finishes this too. */
	| { readonly kind: 'broken'; readonly footer: string };

/** A live message that can end as the turn's answer, where it shows that alone. */
export interface StreamedAnswer {
	/** Whether there is anything that could. */
	isThere(): boolean;
	/** Resolves with its id, or with undefined where it cannot be: then it is to be settled. */
	become(answer: { readonly key: string; readonly text: string }): Promise<string | undefined>;
}

/** Shows beside the messages that a turn runs: a status, a typing mark, that Stop is heard there. Disposed of when it is shown no more. */
export interface Signs extends Disposable {
	/** Messages reached the Brain. */
	took(event: TakenEvent): void;
	/** It speaks for itself from now on. */
	speaks(): void;
	/** To be done before its end is shown. */
	ends(event: TurnEnded): Promise<void>;
	/** It has not ended for people after all. */
	goesOn(): void;
}

/** A text under the outbox's key. */
export interface Word {
	readonly key: string;
	readonly text: string;
}

/** How people are spoken to beside a turn. */
export interface Voice {
	/** For one person's eyes only, where that can be. Resolves with what stands for its id. */
	toOne(word: Word & { readonly to: Person }): Promise<string>;
	/** The answer to what came in, where that is not simply posted. */
	reply?(word: Word): Promise<void>;
	/** A question stands now that answers what came in. */
	asked?(question: Question): Promise<void>;
}

/** Says that a message waits: no more than help. */
export interface Marks {
	/** `offers`: it can be used now, or taken back. */
	add(of: string, offers: boolean): Promise<void>;
	remove(of: string): Promise<void>;
	/** No turn will come of it: whatever said that it was heard goes. */
	drop?(of: string): void;
}

/** Where to say what a thread does not take any more, event by event. */
export interface NextBest {
	/** Whether nothing can be posted in the thread any more. */
	isBarred(error: unknown): boolean;
	/** Says it elsewhere, once. Rejects with why the thread takes nothing where that may pass and nobody can be told. */
	say(unsaid: Unsaid, why: unknown): Promise<void>;
	/** All was said. */
	end(): Promise<void>;
}

/** Nothing but its messages shows that a turn runs. */
export const noSigns: Signs = {
	took: () => {},
	speaks: () => {},
	ends: async () => {},
	goesOn: () => {},
	[Symbol.dispose]: () => {},
};

/** Nothing says that a message waits. */
export const noMarks: Marks = { add: async () => {}, remove: async () => {} };

/** All that one stream of events is shown by. */
export interface Ground<Message> {
	readonly surface: Surface<Message>;
	readonly live: Live;
	readonly streamed?: StreamedAnswer;
	readonly signs: Signs;
	readonly voice: Voice;
	readonly marks: Marks;
	readonly nextBest?: NextBest;
	/** Whether something was told elsewhere, because its thread did not take it; for a platform whose surface does so. */
	readonly isElsewhere?: () => boolean;
	/** Stands in the outbox for the id of a thing where nothing was posted for it. */
	readonly nowhere: string;
}
