import type { Person } from '../../../chat/thread.ts';
import type { TurnEnded } from '../look.ts';
import type { Show } from '../presenter-deps.ts';
import { withEnd } from '../turn-state.ts';
import { postOnce, shownOnce } from './post-once.ts';
import { settleBeside } from './settle-beside.ts';

/** Shows how a turn ended; an answer speaks for itself. */
export async function showEnd<Message>(show: Show<Message>, event: TurnEnded): Promise<void> {
	const { progress, ground } = show;
	progress.move((state) => withEnd(state, true));
	await ground.signs.ends(event);
	const post = () => postEnd(show, event);
	await settleBeside(show, { of: 'end', key: event.key, post }).catch((error: unknown) => {
		// It has not ended for people: it is shown again.
		progress.move((state) => withEnd(state, false));
		ground.signs.goesOn();
		throw error;
	});
}

async function postEnd<Message>(show: Show<Message>, event: TurnEnded): Promise<void> {
	const { key } = event;
	const message = show.deps.look.ended(event);
	const instead = { action: 'say in the thread how this ended', words: wordsOf(event) };
	if (message !== undefined) await postOnce(show, { key, message, instead });
	else await shownOnce(show, key, async () => show.progress.now().last ?? show.ground.nowhere);
}

function wordsOf(event: TurnEnded): string {
	const { callsBack: _elsewhere, ...said } = event;
	return (
		endText(said, {
			bullet: '-',
			reason: (text) => text,
			code: (command) => `\`${command}\``,
			mention: ({ name }) => name,
		}) ?? ''
	);
}

/** How a platform writes what is said of a turn's end. */
export interface EndStyle {
	readonly bullet: string;
	/** A reason, cut to a length that a message holds. */
	readonly reason: (text: string) => string;
	/** A command line, as code. */
	readonly code: (command: string) => string;
	/** A person's name, of which they are notified. */
	readonly mention: (person: Person) => string;
}

/** Commands of a stopped turn that are named. */
const mostStopped = 10;

/** Said behind the name of whoever is called back to something that is shown already. */
export const calledBack = { done: 'this is done.', waiting: 'this waits for an answer.' } as const;

/** The words for a turn's end; undefined: its answer, or its question, says so. Pure. */
export function endText(event: TurnEnded, style: EndStyle): string | undefined {
	switch (event.outcome) {
		case 'done':
			return event.callsBack && `${style.mention(event.callsBack)} ${calledBack.done}`;
		case 'waiting':
			return event.callsBack && `${style.mention(event.callsBack)} ${calledBack.waiting}`;
		case 'failed':
			return ['⚠️', event.callsBack && style.mention(event.callsBack), style.reason(event.reason)]
				.filter(Boolean)
				.join(' ');
		case 'stopped':
			return stoppedLines(event.stopped, style).join('\n');
	}
}

function stoppedLines(stopped: readonly string[], { bullet, code }: EndStyle): string[] {
	if (stopped.length === 0) return ['⏹ Stopped.'];
	const more = stopped.length - mostStopped;
	return [
		'⏹ Stopped, and ended what ran:',
		...stopped.slice(0, mostStopped).map((command) => `${bullet} ${code(command)}`),
		...(more > 0 ? [`${bullet} and ${more} more`] : []),
	];
}
