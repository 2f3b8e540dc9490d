import type { CodingAgent } from '../coding-agent.ts';
import type { Runs } from './runs.ts';

/** Words for agents that are at work. */
export interface Steers {
	/** A prompt of the thread's run is about to begin: its agent is being started perhaps. */
	expect(session: string, agent: CodingAgent): Expected;
	/** Has the agent that works for a thread end what it does, for words that wait; a sentence where it cannot hear them before that. */
	tell(session: string): string | undefined;
}

export interface Expected extends Disposable {
	/** Whether words came since. */
	came(): boolean;
}

/** A prompt that begins, and whether words came for it. */
interface Onset {
	readonly agent: CodingAgent;
	came: boolean;
}

export function createSteers(runs: Pick<Runs, 'of'>): Steers {
	const onsets = new Map<string, Onset>();
	return {
		expect(session, agent) {
			const onset: Onset = { agent, came: false };
			onsets.set(session, onset);
			return {
				came: () => onset.came,
				[Symbol.dispose]() {
					if (onsets.get(session) === onset) onsets.delete(session);
				},
			};
		},
		tell(session) {
			const onset = onsets.get(session);
			if (!onset) return undefined;
			if (onset.agent.run.kind === 'one-shot')
				return `${onset.agent.title} cannot be told anything while it works: it is told this when it is done.`;
			onset.came = true;
			runs.of(session)?.underway?.callOff();
			return undefined;
		},
	};
}
