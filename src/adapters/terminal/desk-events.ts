import type { QuestionPrompt } from './asking/question-prompt.ts';
import type { LineQueue } from './input/line-queue.ts';
import { asksToStop } from './input/parse-line.ts';
import { interruptHandler } from './interrupt.ts';
import type { Leaving } from './leaving.ts';
import type { Desk, DeskEvents } from './screen/desk.ts';
import type { Work } from './screen/work.ts';
import type { Talk } from './talk.ts';

interface DeskEventsDeps {
	readonly desk: Desk;
	readonly lines: LineQueue;
	readonly work: Work;
	readonly leaving: Leaving;
	readonly questionPrompt: QuestionPrompt;
	readonly talk: Talk;
	readonly isTty: boolean;
	readonly clock: () => number;
}

/** Says what becomes of lines and keys. */
export function deskEventsFor(deps: DeskEventsDeps): DeskEvents {
	const { desk, lines, work, leaving, questionPrompt, talk, isTty, clock } = deps;
	const leave = () => void leaving.leave();
	return {
		onLine: (line) => {
			const put = asksToStop(line.text) ? lines.putStop : lines.put;
			put(async () => {
				if (!leaving.hasLeft()) await talk.take(line);
			});
		},
		onInterrupt: interruptHandler({
			desk,
			// A stop is for what is being taken in, too.
			work: { busy: () => lines.isTaking() || work.busy() },
			clock,
			stop: () => lines.putStop(talk.stop),
			leave,
		}),
		onEscape: questionPrompt.setAside,
		onEnd: () => (isTty ? leave() : lines.put(leaving.leave)),
	};
}
