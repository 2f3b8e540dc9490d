import type { Message } from '../../../store/journal.ts';
import { ownWords } from '../../session/own-words.ts';
import type { Session } from '../../session/session.ts';
import type { CodingDeps } from './coding-deps.ts';
import { broughtHome, haltRun } from './halt.ts';
import { runsIn, threadRun } from './run-record.ts';
import type { Runs } from './runs.ts';
import { keepSpent, spentNow } from './spent.ts';

type Said = Extract<Message, { role: 'assistant' }>;

/** The part of coding agents in turns. */
export interface CodingTurns {
	/**
	 * The next message of a turn whose words are for a coding agent, in the place of the Brain's: a call of it, then its result as the answer. Undefined:
	 * the Brain thinks. Calls have no ids yet.
	 */
	inPlaceOfBrain(session: Session, hears: 'all' | 'aside'): Promise<Said | undefined>;
	/** The agent that waits for a session's next message, by its name for people. */
	waits(session: string): string | undefined;
	/** Stops what a session's agent does: nothing of it goes on after that. Says what that was; an agent that waits is none. */
	halt(session: InFolder): Promise<readonly string[]>;
	/** Ends the session's run, after a halt with what it had changed brought back; answers what people are told of that. */
	settle(session: InFolder): Promise<readonly string[]>;
}

type InFolder = Pick<Session, 'folder'>;

/** The hidden tool by which the messages of a thread become prompts. The Brain is never told of it. */
export const promptTool = 'coding_agent';

export function createCodingTurns(runs: Runs, deps: CodingDeps, now: () => number = Date.now): CodingTurns {
	return {
		async inPlaceOfBrain({ folder, history }, hears) {
			const { messages } = history();
			const last = messages.at(-1);
			if (last?.role === 'tool') return resultOf(messages, last.callId);
			if (last?.role !== 'user' || hears === 'aside') return undefined;
			const run = await threadRun(folder, now());
			if (run === undefined) return undefined;
			const task = wordsSince(messages);
			const args = JSON.stringify({ agent: run.agent, task });
			return { role: 'assistant', text: '', calls: [{ id: '', name: promptTool, arguments: args }] };
		},
		waits: (session) => runs.of(session)?.agent.title,
		halt: async ({ folder }) => {
			const live = runs.of(folder.id);
			return live?.underway ? [await haltRun(live)] : [];
		},
		async settle({ folder }) {
			const live = runs.of(folder.id);
			const run = (await runsIn(folder)).at(-1);
			const told = live?.underway ? [await broughtHome(live, folder, deps)] : [];
			if (live?.underway && run) await keepSpent(folder, run, { ...spentNow(live), prompts: 1 });
			await runs.end(folder, { kind: 'ended', outcome: 'stopped' });
			return run?.asked === 'thread' ? told.map((sentence) => `${sentence} The Brain answers here again.`) : told;
		},
	};
}

/** Where the newest call was the thread's own prompt, its result is the answer. */
function resultOf(messages: readonly Message[], callId: string): Said | undefined {
	const asked = messages.findLast((message) => message.role === 'assistant');
	const call = asked?.calls.find(({ id }) => id === callId);
	const result = messages.at(-1);
	if (call?.name !== promptTool || result?.role !== 'tool') return undefined;
	return { role: 'assistant', text: result.text, calls: [] };
}

/** All that was said since somebody was last answered. */
function wordsSince(messages: readonly Message[]): string {
	const at = messages.findLastIndex(({ role }) => role !== 'user');
	return messages
		.slice(at + 1)
		.flatMap((message) => (message.role === 'user' ? [ownWords(message.text)] : []))
		.join('\n\n');
}
