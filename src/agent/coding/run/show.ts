import type { ToolStep } from '../../../chat/events.ts';
import type { ToolContext } from '../../tool.ts';
import type { AgentUpdate, PlanEntry, ToolCard } from '../update.ts';
import { type CodingView, emptyView, foldUpdates, planLines, toolLine } from '../view.ts';

/** A prompt as it is watched: what the agent does is shown as it comes. */
export interface Show {
	see(update: AgentUpdate): void;
	/** The agent asks: tools that go on are shown as waiting. */
	asks(): void;
	view(): CodingView;
}

/** Things it did that have a line of their own. */
const mostSteps = 200;

export function createShow(output: ToolContext['output']): Show {
	/** By the agent's own name for it, which nobody is shown. */
	const shown = new Map<string, string>();
	const running = new Map<string, ToolStep>();
	let view = emptyView;

	function tell(given: ToolStep): void {
		if (!shown.has(given.id) && shown.size >= mostSteps) return;
		const id = shown.get(given.id) ?? `${shown.size + 1}`;
		shown.set(given.id, id);
		if (given.state === 'running') running.set(id, { ...given, id });
		else running.delete(id);
		output({ ...given, id });
	}

	return {
		see(update) {
			view = foldUpdates(view, [update]);
			if (update.kind === 'text') output(update.text);
			if (update.kind === 'tool') tell(stepOf(update.card));
			if (update.kind === 'plan') tell(planStep(update.entries));
		},
		asks() {
			for (const step of running.values()) output({ ...step, state: 'asked' });
		},
		view: () => view,
	};
}

const states = { running: 'running', done: 'ok', failed: 'failed', unknown: 'ok' } as const;

function stepOf(card: ToolCard): ToolStep {
	return { id: card.id, tool: toolLine(card), title: '', state: states[card.status] };
}

/** How far a plan has come, and what is being done of it. */
function planStep(entries: readonly PlanEntry[]): ToolStep {
	const done = entries.filter(({ status }) => status === 'completed').length;
	const [now = ''] = planLines(entries.filter(({ status }) => status !== 'completed'));
	const title = `${done} of ${entries.length} done ${now}`.trimEnd();
	return { id: 'plan', tool: 'plan', title, state: done === entries.length ? 'ok' : 'running' };
}
