import type { ProgressLine } from '../../progress-line.ts';
import { settleEarlier } from '../live/settle-earlier.ts';
import { settleParts } from '../live/settle-parts.ts';
import { homeless } from './earlier-lines.ts';
import { liveOf } from './live-of.ts';
import type { Show, ShowDeps } from './show-deps.ts';

interface LinesAndKeys {
	readonly lines: readonly ProgressLine[];
	readonly keys: readonly string[];
}

/**
 * Gives what an earlier process left its last form; again when its lines have changed. To be done before anything new is shown for good.
 * Rejects as look-ups and the outbox do.
 */
export async function finishEarlier(deps: ShowDeps, show: Show): Promise<void> {
	const { earlier } = show;
	if (!earlier.changed && earlier.left.length === 0) return;
	earlier.changed = false;
	const said = earlier.lines.map(({ line }) => line);
	const interrupted = { type: 'notice', text: 'Interrupted; going on' } as const;
	const lines = earlier.isTold ? said : [...said, interrupted];
	await giveForm(deps, show, { lines, keys: earlier.lines.flatMap(({ keys }) => keys) });
	await noteLines(deps, show);
}

async function giveForm(deps: ShowDeps, show: Show, { lines, keys }: LinesAndKeys): Promise<void> {
	const { earlier, kept, after, place } = show;
	if (earlier.left.length > 0) {
		const interrupted = { lines, keys, keep: kept, after: after ?? place.ts };
		earlier.message = await settleEarlier(deps, show, earlier.left, interrupted);
		earlier.left = [];
	} else if (earlier.message) {
		const part = { ...earlier.message, streams: false };
		await settleParts(deps, show, [part], { linesOf: () => lines, keysOf: () => keys, footer: '' });
	}
}

/** The outbox knows then where each line stands; those that stand nowhere are put into the live message. */
async function noteLines({ outbox, ...deps }: ShowDeps, show: Show): Promise<void> {
	const { earlier, session } = show;
	const live = () => liveOf({ outbox, ...deps }, show);
	for (const { line, open } of homeless(earlier)) {
		if (open.length === 0)
			live()
				.put(line)
				.catch(() => {});
		for (const key of open) await outbox.sent(session, key, await live().put(line, key));
	}
	if (!earlier.message) return void earlier.lines.splice(0);
	const open = earlier.lines.flatMap((one) => one.open.splice(0));
	for (const key of open) await outbox.sent(session, key, earlier.message.ts);
}
