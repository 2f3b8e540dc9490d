import type { Message } from '../../../store/journal.ts';
import { ownWords } from '../../session/own-words.ts';
import type { Session } from '../../session/session.ts';
import { threadRun } from './run-record.ts';
import type { Runs } from './runs.ts';

type Said = Extract<Message, { role: 'assistant' }>;

/** The part of coding agents in turns. */
export interface CodingTurns {
	/**
	 * The next message of a turn whose words are for a coding agent, in the place of the Brain's: a call of it, then its result as the answer. Undefined:
	 * the Brain thinks. Calls have no ids yet.
	 */
	inPlaceOfBrain(session: Session, hears: 'all' | 'aside'): Promise<Said | undefined>;
	/** Ends what a session's agent does, and says what that was. */
	stop(session: Pick<Session, 'folder'>): Promise<readonly string[]>;
}

/** The hidden tool by which the messages of a thread become prompts. The Brain is never told of it. */
export const promptTool = 'coding_agent';

export function createCodingTurns(runs: Runs, now: () => number = Date.now): CodingTurns {
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
		stop: ({ folder }) => runs.end(folder, { kind: 'ended', outcome: 'stopped' }),
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

/** What was said since somebody was last answered. */
function wordsSince(messages: readonly Message[]): string {
	const at = messages.findLastIndex(({ role }) => role !== 'user');
	return messages
		.slice(at + 1)
		.flatMap((message) => (message.role === 'user' ? [ownWords(message.text)] : []))
		.join('\n\n');
}
