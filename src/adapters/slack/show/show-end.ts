import { raceClock } from '../../../base/clock.ts';
import type { AgentEvent } from '../../../chat/events.ts';
import { lineOfWords } from '../render/cut-text.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { postOnceIn, shownOnce } from './post.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

type TurnEnded = Extract<AgentEvent, { type: 'turn-ended' }>;

/** Shows how a turn ended; an answer speaks for itself. */
export async function showEnd(deps: ShowDeps, show: Show, event: TurnEnded): Promise<void> {
	await setStatus(deps, show, event);
	await settled(deps, show, event).catch((error: unknown) => {
		// It has not ended for people: it is shown again.
		show.ended = false;
		void deps.statuses.set(show.thread, 'processing');
		throw error;
	});
}

async function settled(deps: ShowDeps, show: Show, event: TurnEnded): Promise<void> {
	await settleBeside(deps, show, event.key, async () => {
		const message = endMessage(event);
		if (message) await postOnceIn(deps, show, event.key, message);
		else await shownOnce(deps, show, event.key, async () => show.last ?? show.place.ts);
	});
}

/** How long the end of a turn waits until Slack has its status, ms: should the process die before, the next one shows the end again. */
const patienceMs = 3000;

async function setStatus({ statuses, clock }: ShowDeps, show: Show, { outcome }: TurnEnded): Promise<void> {
	show.ended = true;
	await raceClock(clock, statuses.set(show.thread, outcome === 'waiting' ? 'suspended' : 'active'), patienceMs);
}

/** Commands of a stopped turn that are named. */
const mostStopped = 10;

function endMessage(event: TurnEnded): RenderedMessage | undefined {
	switch (event.outcome) {
		case 'done':
		case 'waiting':
			return undefined;
		case 'failed':
			return asText([`⚠️ ${lineOfWords(event.reason, 2000)}`]);
		case 'stopped':
			return asText(stoppedLines(event.stopped));
	}
}

function stoppedLines(stopped: readonly string[]): string[] {
	if (stopped.length === 0) return ['⏹ Stopped.'];
	const more = stopped.length - mostStopped;
	return [
		'⏹ Stopped, and ended what ran:',
		...stopped.slice(0, mostStopped).map((command) => `• \`${lineOfWords(command.replaceAll('`', "'"), 150)}\``),
		...(more > 0 ? [`• and ${more} more`] : []),
	];
}

function asText(lines: readonly string[]): RenderedMessage {
	return { blocks: [], text: lines.join('\n') };
}
