import type { Standing } from '../base/queue/admission.ts';
import type { Question } from './question.ts';
import type { Person } from './thread.ts';
import type { Usage } from './usage.ts';

/** How a turn ended, or why it waits. */
export type TurnEnd =
	| { readonly outcome: 'done' }
	| { readonly outcome: 'waiting'; readonly question: string }
	/** `stopped`: the command lines of what was ended. */
	| { readonly outcome: 'stopped'; readonly stopped: readonly string[] }
	/** `reason` is one plain sentence for people. */
	| { readonly outcome: 'failed'; readonly reason: string };

export interface TakenFile {
	readonly name: string;
	/** Bytes. */
	readonly size: number;
}

/** A step of a call's own work. */
export interface ToolStep {
	/** Unique in the call. */
	readonly id: string;
	/** As of a call: what is done, `edit`, and to what. */
	readonly tool: string;
	readonly title: string;
	/** `asked`: it waits for what people are asked; it goes on below their answer. */
	readonly state: 'running' | 'asked' | 'ok' | 'failed';
}

/**
 * The events of a turn, in this order:
 *
 *     turn-started
 *     ├─ taken  notice*                 the message and its files; refused files, "interrupted, going on"
 *     ├─ queued*                        while it waits for a place of its own, and beside tool calls for one of their sandbox
 *     ├─ per model call (step 1, 2, …)
 *     │   ├─ notice* usage*             where the conversation is compacted before it, or asked again shorter
 *     │   ├─ reasoning* text*           deltas, as they stream
 *     │   ├─ notice*                    retries
 *     │   ├─ message                    the step's whole text, once, when it is complete
 *     │   ├─ usage?
 *     │   ├─ per tool call: tool-started, tool-output*, tool-step*, usage* (of models that it asks), tool-finished (calls of one step may interleave)
 *     │   └─ taken*  notice*            messages that steer, before the next model call
 *     ├─ artifact*  notice*             collected files, refused ones
 *     ├─ question                       only before `turn-ended` waiting
 *     ├─ taken-back* notice             only before `turn-ended` stopped: what waited and was said before the stop
 *     └─ turn-ended                     exactly once, last
 *
 * A turn that goes on after a question first closes it: `question-closed`. A call that asks has `tool-finished` before
 * its question, and `tool-started` once more, under another key, when it goes on. What is no turn's is a `Telling`.
 *
 * A turn has as many readers as want it, of which its thread is one, each at its own pace. All see this order. Deltas of one step that wait for a
 * slow reader come as one, and output may be skipped; what has a key never is. Who looks after turns also sees traces between these events,
 * each before what it is the detail of (`TurnEvent` of the agent); a thread sees none.
 *
 * `key` names a thing shown for good, unique in the session and equal after a restart: it is the outbox's key. Events without a key are live only.
 * After a restart the events of what was journaled come again, with the same keys, and the adapter leaves out what was already shown.
 */
export type AgentEvent =
	/** Begins a turn: whose rows in the outbox the keys below belong to. */
	| { readonly type: 'turn-started'; readonly session: string; readonly turn: string }
	/** Messages reached the Brain: their platform's keys, who said them, and the files that came with them. */
	| {
			readonly type: 'taken';
			readonly of: readonly string[];
			readonly by?: Person;
			readonly files: readonly TakenFile[];
	  }
	/** The message `of` waits for the running turn, or (`steers`) for its next model call; a platform acknowledges it, and offers to use it now. */
	| { readonly type: 'waiting'; readonly of: string; readonly steers: boolean }
	/** The message `of` was taken back while it waited, by its author or by a stop: nothing comes of it. */
	| { readonly type: 'taken-back'; readonly of: string }
	/** It waits for one of a few places, for itself or for its sandbox; told anew when `standing` changes. Without it: it waits no more. */
	| { readonly type: 'queued'; readonly for: 'turn' | 'sandbox'; readonly standing?: Standing }
	| { readonly type: 'reasoning'; readonly step: number; readonly delta: string }
	| { readonly type: 'text'; readonly step: number; readonly delta: string }
	/** `final`: no tool calls follow, this is the turn's answer. */
	| {
			readonly type: 'message';
			readonly key: string;
			readonly step: number;
			readonly text: string;
			readonly final: boolean;
	  }
	| {
			readonly type: 'tool-started';
			readonly key: string;
			readonly callId: string;
			readonly tool: string;
			readonly title: string;
	  }
	| { readonly type: 'tool-output'; readonly callId: string; readonly text: string }
	/** Live, without a key: something that a call does on its way, such as a command of a coding agent; told anew when it changes. */
	| { readonly type: 'tool-step'; readonly callId: string; readonly step: ToolStep }
	| {
			readonly type: 'tool-finished';
			readonly key: string;
			readonly callId: string;
			readonly ok: boolean;
			/** One line for people: "exit code 1". */
			readonly summary: string;
			/** All that it answered, for whoever wants to see more. */
			readonly text?: string;
			readonly ms: number;
	  }
	/** A file for people. Its bytes are the session's, under this name (`OpenArtifact`), or, of a text that was made to be read as a file, here. */
	| {
			readonly type: 'artifact';
			readonly key: string;
			readonly name: string;
			readonly size: number;
			readonly sha256: string;
			readonly text?: string;
			/** Why it was not taken before, as people were told. */
			readonly told?: string | undefined;
			/** Half a sentence about it for people, beside its name. */
			readonly remark?: string | undefined;
	  }
	/** `to`: for this person's eyes only. */
	| { readonly type: 'notice'; readonly key: string; readonly text: string; readonly to?: Person }
	| { readonly type: 'question'; readonly key: string; readonly question: Question }
	/** It takes no answer any more; `text` says why, for people: "Ada answered: region". */
	| { readonly type: 'question-closed'; readonly key: string; readonly question: Question; readonly text: string }
	| ({ readonly type: 'usage'; readonly step: number } & Usage)
	/** `callsBack`: who is to be told by a mention of their name, and nobody else: they may have turned to something else. */
	| ({
			readonly type: 'turn-ended';
			readonly key: string;
			readonly turn: string;
			readonly callsBack?: Person;
	  } & TurnEnd);

/** One of the things that are told outside of turns. */
export type ToldEvent = Extract<
	AgentEvent,
	{ type: 'notice' | 'question' | 'question-closed' | 'artifact' | 'waiting' | 'taken-back' }
>;

/**
 * Something that is told in a thread beside its turns: a denial, a command's answer or the question that it asks, what came of that, that a
 * message has to wait or was taken back.
 */
export interface Telling {
	/** Whose rows in the outbox the keys belong to. */
	readonly session: string;
	/** Under which name they are kept there: no turn's. */
	readonly turn: string;
	/** It answers what came in under this key of the platform, or, under any other key, everyone in the thread. */
	readonly answers: string;
	/** Whose it was that is answered; they can be told where the thread cannot. */
	readonly by?: Person;
	/** In this order. */
	readonly events: readonly ToldEvent[];
}
/**
 * The bytes of a session's artifact, by its name. Rejects with the system's error where there is none any more, with `NotAFileError` where
 * something else stands in its place, and with the signal's reason.
 */
export type OpenArtifact = (session: string, name: string, signal: AbortSignal) => AsyncIterable<Uint8Array>;
