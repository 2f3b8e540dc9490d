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
	/** Those that have none. */
	const beyond = new Set<string>();
	let view = emptyView;

	function tell(given: ToolStep): void {
		const isBeyond = !shown.has(given.id) && shown.size >= mostSteps;
		if (isBeyond) tellBeyond(given);
		else tellOwn(given);
	}

	function tellOwn(given: ToolStep): void {
		const id = shown.get(given.id) ?? `${shown.size + 1}`;
		shown.set(given.id, id);
		put({ ...given, id });
	}

	/** One line for all of them, which tells of the newest: whoever watches sees that it goes on. */
	function tellBeyond(given: ToolStep): void {
		beyond.add(given.id);
		const others = beyond.size - 1;
		const title = [given.title, others > 0 ? `(and ${others} more)` : ''].filter((part) => part !== '').join(' ');
		put({ ...given, id: 'beyond', title });
	}

	function put(step: ToolStep): void {
		if (step.state === 'running') running.set(step.id, step);
		else running.delete(step.id);
		output(step);
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
