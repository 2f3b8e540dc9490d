import type { AgentEvent } from '../../../chat/events.ts';
import type { ProgressLine } from '../../progress-line.ts';
import { partOf } from '../live/live-parts.ts';
import { rowOf } from './post.ts';
import { liveOf } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Puts a keyed line into the live message; the outbox gets its id when Discord has it. Rejects as the outbox does. */
export async function putLine(deps: ShowDeps, show: Show, key: string, line: ProgressLine): Promise<void> {
	const { session, thread, turn, parts } = show;
	const { id } = rowOf(show, key) ?? {};
	const existing = id ?? (await deps.outbox.intend({ session, thread, turn, key })).id;
	if (existing !== undefined) show.last = existing;
	liveOf(deps, show).put(line, { key, part: existing === undefined ? undefined : partOf(parts, existing) });
}

type ToolEvent = Extract<AgentEvent, { type: 'tool-started' | 'tool-finished' }>;

/** Shows a tool call as a line, and its end in the same one. */
export async function putTool(deps: ShowDeps, show: Show, event: ToolEvent): Promise<void> {
	const { callId } = event;
	if (event.type === 'tool-started') {
		const { tool, title } = event;
		show.calls.set(callId, { tool, title });
		return await putLine(deps, show, event.key, { type: 'tool', callId, tool, title, state: 'running' });
	}
	const { tool, title } = show.calls.get(callId) ?? { tool: 'tool', title: '' };
	const { ok, summary, ms } = event;
	await putLine(deps, show, event.key, { type: 'tool', callId, tool, title, state: ok ? 'ok' : 'failed', summary, ms });
}

/** Files that came in stand first. They have no keys: those that an earlier live message shows are not said again. */
export function putFiles(deps: ShowDeps, show: Show, { files }: Extract<AgentEvent, { type: 'taken' }>): void {
	if (show.parts.next > 1 && !show.live) return;
	for (const { name, size } of files) liveOf(deps, show).put({ type: 'file', name, size });
}
