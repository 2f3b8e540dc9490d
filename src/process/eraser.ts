import { join } from 'node:path';
import { terminalFacts } from '../adapters/terminal/facts.ts';
import { forgetThreads } from '../adapters/terminal/forget-threads.ts';
import { noneIfDamaged } from '../base/errors.ts';
import type { Thread } from '../chat/thread.ts';
import { places } from '../platforms.ts';
import type { Eraser } from '../store/erase.ts';
import { createEraser } from '../store/session/eraser.ts';
import { viewSession } from '../store/session/session-folder.ts';

/** Where the terminal keeps what it has shown. */
export function transcriptsIn(home: string): string {
	return join(home, 'terminal');
}

/**
 * Erases in a data folder, of which the terminal has a part: what it has shown of a session's threads goes with the session. The boxes of its coding agents are
 * ended by `endBoxes` before their disks go; default: none run.
 */
export function eraserIn(home: string, endBoxes: (session: string) => Promise<void> = async () => {}): Eraser {
	const eraser = createEraser(home);
	return {
		...eraser,
		async contents(session) {
			await endBoxes(session);
			const threads = (await threadsOf(home, session)).filter(({ platform }) => platform === terminalFacts.name);
			await forgetThreads(transcriptsIn(home), [...new Set(threads.map(({ id }) => id))]);
			await eraser.contents(session);
		},
	};
}

/** The name of a file. */
const safe = /^[A-Za-z0-9._-]+$/;

/** The threads in which it was spoken: the stubs of a journal still name them. */
async function threadsOf(home: string, session: string): Promise<readonly Thread[]> {
	const entries = await viewSession(home, session).journal.after(0).catch(noneIfDamaged);
	const spoken = (entries ?? []).flatMap(({ step }) =>
		step.type === 'taken' && safe.test(step.thread.id) ? [step.thread] : [],
	);
	const own = places.threadOfSession(session);
	return own ? [own, ...spoken] : spoken;
}
