import type { ProgressLine } from '../../../present/progress-line.ts';
import { type LiveSide, liveOf, moveEarlier } from '../live-side.ts';
import { noteSettled, settleParts } from '../settle-parts.ts';
import { begunAfter } from '../slack-scene.ts';
import { allNoted, type EarlierLines, finishedIn, formedIn, homeless } from './earlier-lines.ts';
import { formEarlier } from './settle-earlier.ts';

interface LinesAndKeys {
	readonly lines: readonly ProgressLine[];
	readonly keys: readonly string[];
}

/**
 * Gives what an earlier process left its last form; again when its lines have changed. To be done before anything new is shown for good.
 * Rejects as look-ups and the outbox do.
 */
export async function finishEarlier(side: LiveSide): Promise<void> {
	const { hasNews, left, lines } = side.state.earlier;
	if (!hasNews && left.length === 0) return;
	moveEarlier(side, (earlier) => ({ ...earlier, hasNews: false }));
	await giveForm(side, { lines: shownLines(side.state.earlier), keys: lines.flatMap(({ keys }) => keys) });
	await noteParts(side);
	await noteLines(side);
}

/** That it was interrupted is said, unless that was the newest thing to be said. */
function shownLines({ lines, isTold }: EarlierLines): readonly ProgressLine[] {
	const said = lines.map(({ line }) => line);
	if (isTold || said.at(-1)?.type === 'notice') return said;
	return [...said, { type: 'notice', text: 'Interrupted; going on' }];
}

/** Later processes know then that nothing more comes of what was left. */
async function noteParts(side: LiveSide): Promise<void> {
	const parts = finishedIn(side.state.earlier);
	for (const part of parts) await noteSettled(side.deps, side.scene, part);
	if (parts.length > 0) moveEarlier(side, (earlier) => ({ ...earlier, unnoted: [] }));
}

async function giveForm(side: LiveSide, { lines, keys }: LinesAndKeys): Promise<void> {
	const { deps, scene } = side;
	const { left, message } = side.state.earlier;
	if (left.length > 0) {
		const { kept } = scene.progress.now();
		const found = await formEarlier(deps, scene, left, { lines, keys, keep: kept, after: begunAfter(scene) });
		moveEarlier(side, (earlier) => formedIn(earlier, found));
	} else if (message) {
		const part = { ...message, streams: false };
		await settleParts(deps, scene, [part], { linesOf: () => lines, keysOf: () => keys, footer: '' });
	}
}

/** The outbox knows then where each line stands; those that stand nowhere are put into the live message. */
async function noteLines(side: LiveSide): Promise<void> {
	const { outbox } = side.deps;
	const { session } = side.scene;
	const { earlier } = side.state;
	for (const { line, open } of homeless(earlier)) {
		if (open.length === 0) liveOf(side).put(line).catch(ignored);
		for (const key of open) await outbox.sent(session, key, await liveOf(side).put(line, key));
	}
	moveEarlier(side, allNoted);
	if (!earlier.message) return;
	for (const key of earlier.lines.flatMap(({ open }) => open)) await outbox.sent(session, key, earlier.message.ts);
}

/** That a line without a key cannot be shown says nothing that others do not. */
const ignored = () => {};
