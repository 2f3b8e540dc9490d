import { messageOf } from '../../src/base/errors.ts';
import { messagesOf, type PlannedMessage, type SoakPlan } from './plan.ts';
import type { SoakPlatform } from './soak-platform.ts';

/** How far a soak is. */
export interface Progress {
	/** A message was sent; with a failure, the bot never acknowledged it. */
	sent(message: PlannedMessage, failure: unknown): void;
	/** Looks at the platform; answers the share of all sending and answering that is done. */
	look(): number;
	/** All was sent, and all that was taken is answered. By the last look. */
	isDone(): boolean;
	/** Why messages were never acknowledged, one each. */
	untaken(): readonly string[];
	/** For people. */
	words(): string;
}

export function createProgress(plan: SoakPlan, platform: Pick<SoakPlatform, 'look'>): Progress {
	const total = messagesOf(plan).length;
	const untaken: string[] = [];
	let sent = 0;
	let answered = 0;
	return {
		sent(_message, failure) {
			sent += 1;
			if (failure !== undefined) untaken.push(messageOf(failure));
		},
		look() {
			answered = platform
				.look()
				.reduce((sum, { answers }) => sum + new Set(answers.map(({ number }) => number)).size, 0);
			return (sent + answered) / (2 * total);
		},
		isDone: () => sent === total && answered >= total - untaken.length,
		untaken: () => untaken,
		words: () => `${sent} of ${total} sent, ${answered} answered`,
	};
}
