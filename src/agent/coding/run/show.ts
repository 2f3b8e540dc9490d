import type { ToolStep } from '../../../chat/events.ts';
import type { ToolContext } from '../../tool.ts';
import type { AgentUpdate, PlanEntry, ToolCard } from '../update.ts';

/** A prompt as it is watched: what the agent does is shown as it comes, and what it says is kept. */
export interface Show {
	see(update: AgentUpdate): void;
	/** The agent's words behind the last thing that it did, or all of them where there are none; at most 64,000 characters. */
	said(): string;
	/** Sentences about the run itself. */
	notices(): readonly string[];
}

/** Characters of what was said that are kept: its end. */
const mostSaid = 64_000;
/** Things it did that have a line of their own. */
const mostSteps = 200;

export function createShow(output: ToolContext['output']): Show {
	const shown = new Set<string>();
	const notices: string[] = [];
	let before = '';
	let since = '';

	function step(step: ToolStep): void {
		if (!shown.has(step.id) && shown.size >= mostSteps) return;
		shown.add(step.id);
		output(step);
	}

	return {
		see(update) {
			switch (update.kind) {
				case 'text':
					since = (since + update.text).slice(-mostSaid);
					return output(update.text);
				case 'tool':
					if (!shown.has(update.card.id)) [before, since] = [(before + since).slice(-mostSaid), ''];
					return step(stepOf(update.card));
				case 'plan':
					return step(planStep(update.entries));
				case 'notice':
					return void notices.push(update.text);
				case 'thought':
				case 'usage':
			}
		},
		said: () => (since.trim() === '' ? before : since).toWellFormed(),
		notices: () => notices,
	};
}

const states = { running: 'running', done: 'ok', failed: 'failed', unknown: 'ok' } as const;
const verbs: Readonly<Record<string, string>> = {
	edit: 'edit',
	execute: 'run',
	read: 'read',
	search: 'search',
	delete: 'delete',
	move: 'move',
	fetch: 'fetch',
	think: 'think',
};

function stepOf({ id, title, toolKind, status, results }: ToolCard): ToolStep {
	const diffs = results?.diffs ?? [];
	const [first] = diffs;
	const about = first === undefined ? title : diffs.length === 1 ? first.path : `${first.path} and ${diffs.length - 1} more`;
	return { id, tool: verbs[toolKind] ?? 'do', title: about, state: states[status] };
}

function planStep(entries: readonly PlanEntry[]): ToolStep {
	const done = entries.filter(({ status }) => status === 'completed').length;
	const now = entries.find(({ status }) => status === 'in_progress')?.text ?? entries.find(({ status }) => status === 'pending')?.text;
	const title = `${done} of ${entries.length}${now === undefined ? '' : `: ${now}`}`;
	return { id: 'plan', tool: 'plan', title, state: done === entries.length ? 'ok' : 'running' };
}
