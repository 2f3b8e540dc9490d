import type { RespondFn } from '@slack/bolt';

/** Ways to answer slash commands, each for as long as Slack takes answers to it: five within thirty minutes. */
export interface AnswerLines {
	/** The way for `id` from now on. Those whose time is over are forgotten. */
	open(id: string, respond: RespondFn): void;
	/** The way for one more answer; undefined: there is none any more. */
	take(id: string): RespondFn | undefined;
	/** How many are kept. */
	size(): number;
}

/** https://docs.slack.dev/interactivity/handling-user-interaction */
const mostAnswers = 5;
const answerMs = 29 * 60_000;

interface Line {
	readonly respond: RespondFn;
	readonly until: number;
	left: number;
}

export function createAnswerLines(now: () => number): AnswerLines {
	/** The oldest first. */
	const lines = new Map<string, Line>();
	const forgetOld = () => {
		for (const [id, { until }] of lines) {
			if (until >= now()) return;
			lines.delete(id);
		}
	};
	return {
		open(id, respond) {
			forgetOld();
			lines.delete(id);
			lines.set(id, { respond, until: now() + answerMs, left: mostAnswers });
		},
		take(id) {
			const line = lines.get(id);
			if (!line || line.until < now()) return undefined;
			line.left -= 1;
			if (line.left === 0) lines.delete(id);
			return line.respond;
		},
		size: () => lines.size,
	};
}
