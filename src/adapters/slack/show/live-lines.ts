import type { ProgressLine } from '../../progress-line.ts';
import { messageKey } from '../thread-keys.ts';
import { endsEarlier, hasMessage, remember } from './earlier-lines.ts';
import { liveOf } from './live-of.ts';
import { rowOf, shownOnce } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Shows a keyed line of the live message once. What an earlier process has shown is remembered, for its own live message. */
export async function putLine(deps: ShowDeps, show: Show, key: string, line: ProgressLine): Promise<void> {
	const { earlier, session, thread, turn } = show;
	const row = rowOf(show, key);
	if (row && hasMessage(earlier)) return rememberShown(show, key, line);
	if (!row && endsEarlier(earlier, line)) {
		await deps.outbox.intend({ session, thread, turn, key });
		if (line.type === 'notice') earlier.isTold = true;
		return remember(earlier, line, { key, open: true });
	}
	const { posted } = await shownOnce(deps, show, key, () => liveOf(deps, show).put(line, key));
	const ts = show.live?.ts();
	if (posted && ts !== undefined) show.running.add(messageKey({ ...show.place, ts }));
}

function rememberShown(show: Show, key: string, line: ProgressLine): void {
	const id = rowOf(show, key)?.id;
	remember(show.earlier, line, { key, open: id === undefined });
	show.last = id ?? show.last;
}

/** Shows files that came in, first of all. They have no keys: after a restart they are remembered, or stand in an earlier message. */
export function putFiles(deps: ShowDeps, show: Show, lines: readonly Extract<ProgressLine, { type: 'file' }>[]): void {
	const { earlier, live } = show;
	for (const line of lines) {
		if (hasMessage(earlier)) remember(earlier, line, { key: undefined, open: false });
		else if (earlier.next === 1 || live)
			liveOf(deps, show)
				.put(line)
				.catch(() => {});
	}
}
