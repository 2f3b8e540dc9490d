import type { AgentEvent } from '../../../chat/events.ts';
import { plainCode, plainLine } from '../render/markdown/escape.ts';
import { sentence } from '../render/parts.ts';
import { postOnceIn, shownOnce } from './post.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

type TurnEnded = Extract<AgentEvent, { type: 'turn-ended' }>;

/** Shows how a turn ended; an answer speaks for itself. */
export async function showEnd(deps: ShowDeps, show: Show, event: TurnEnded): Promise<void> {
	show.typing?.[Symbol.dispose]();
	const { key } = event;
	const text = endText(event);
	await settleBeside(deps, show, async () => {
		if (text === undefined) return await shownOnce(deps, show, key, async () => show.last ?? show.place.channel);
		const instead = { action: 'say in the thread how this ended', words: text };
		return await postOnceIn(deps, show, { key, message: sentence(text, key), instead });
	});
}

/** Commands of a stopped turn that are named. */
const mostStopped = 10;

function endText(event: TurnEnded): string | undefined {
	switch (event.outcome) {
		case 'done':
		case 'waiting':
			return undefined;
		case 'failed':
			return `⚠️ ${plainLine(event.reason, 1500)}`;
		case 'stopped':
			return stoppedLines(event.stopped).join('\n');
	}
}

function stoppedLines(stopped: readonly string[]): string[] {
	if (stopped.length === 0) return ['⏹ Stopped.'];
	const more = stopped.length - mostStopped;
	return [
		'⏹ Stopped, and ended what ran:',
		...stopped.slice(0, mostStopped).map((command) => `- \`${plainCode(command)}\``),
		...(more > 0 ? [`- and ${more} more`] : []),
	];
}
