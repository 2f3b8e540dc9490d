import { cutText, oneLine } from '../../base/text/cut-text.ts';
import type { AgentUpdate, FileDiff, PlanEntry, ToolCard } from './update.ts';

/** A prompt of a coding agent as people see it, at any moment. */
export interface CodingView {
	/** The last it has said in one piece: since its last tool, or before that, if it has said nothing since. At the end that is its answer. */
	readonly text: string;
	/** In the order in which they began. */
	readonly cards: ReadonlyMap<string, ToolCard>;
	readonly plan: readonly PlanEntry[];
	/** Tools that have no card, as there are too many. */
	readonly more: number;
	readonly notices: readonly string[];
	/** Whether the next text goes on the text, or takes its place. */
	readonly next: 'goes on' | 'begins';
}

export const emptyView: CodingView = { text: '', cards: new Map(), plan: [], more: 0, notices: [], next: 'goes on' };

/** Notices that are kept: each is of one kind, so that more are a mistake of ours. */
const mostNotices = 20;

/** The view after some updates. Takes time by their number and that of the cards. Pure. */
export function foldUpdates(view: CodingView, updates: readonly AgentUpdate[]): CodingView {
	const cards = new Map(view.cards);
	const texts: string[] = [view.text];
	let { plan, more, next } = view;
	const notices = [...view.notices];
	for (const update of updates)
		switch (update.kind) {
			case 'text':
				if (next === 'begins') texts.length = 0;
				next = 'goes on';
				texts.push(update.text);
				break;
			case 'tool':
				if (!cards.has(update.card.id)) next = 'begins';
				cards.set(update.card.id, update.card);
				break;
			case 'plan':
				plan = update.entries;
				break;
			case 'more':
				more = update.tools;
				break;
			case 'notice':
				if (notices.length < mostNotices) notices.push(update.text);
				break;
			case 'thought':
			case 'usage':
				break;
		}
	return { text: texts.join(''), cards, plan, more, notices, next };
}

/** The longest line of a card, characters. */
const lineMost = 120;

const signs: Readonly<Record<string, string>> = {
	edit: '✏️ edit',
	delete: '🗑️ delete',
	move: '📦 move',
	execute: '▶',
	read: '📖',
	search: '🔍',
	fetch: '🌐',
	think: '💭',
};

/** A tool as one line of at most about 120 characters: `✏️ edit src/a.py (+3 −1)`, `▶ pytest -q`. Text of others, on one line. Pure. */
export function toolLine({ toolKind, title, status, results }: ToolCard): string {
	const sign = Object.hasOwn(signs, toolKind) ? signs[toolKind] : '🔧';
	const diffs = results?.diffs ?? [];
	const about = diffs.length > 0 ? changedLine(diffs) : withoutVerb(oneLine(title), toolKind);
	const end = { running: '', done: '', failed: ' – failed', unknown: ' – never ended' }[status];
	return `${`${sign} ${cutText(about, lineMost)}`.trimEnd()}${end}`;
}

/** "Edit src/a.py" behind a sign that says edit, or "edit" alone. */
function withoutVerb(title: string, verb: string): string {
	if (title.toLowerCase() === verb && signs[verb]?.endsWith(verb)) return '';
	return title.toLowerCase().startsWith(`${verb} `) ? title.slice(verb.length + 1) : title;
}

function changedLine(diffs: readonly FileDiff[]): string {
	const paths = [...new Set(diffs.map(({ path }) => path))];
	const what = paths.length === 1 ? (paths[0] ?? '') : `${paths.length} files`;
	return `${cutText(what, lineMost - 20)} ${changeCounts(diffs)}`;
}

/** How many lines changes add and take away, in all: `(+3 −1)`. Pure. */
export function changeCounts(diffs: readonly Pick<FileDiff, 'added' | 'removed'>[]): string {
	const added = diffs.reduce((sum, diff) => sum + diff.added, 0);
	const removed = diffs.reduce((sum, diff) => sum + diff.removed, 0);
	return `(${[...(added > 0 || removed === 0 ? [`+${added}`] : []), ...(removed > 0 ? [`−${removed}`] : [])].join(' ')})`;
}

const marks = { pending: '☐', in_progress: '▸', completed: '☑' } as const;

/** A plan as lines of at most about 120 characters; of a long one, those around what is being done. Pure. */
export function planLines(plan: readonly PlanEntry[], most = 8): string[] {
	if (plan.length <= most) return plan.map(planLine);
	const current = plan.findIndex(({ status }) => status !== 'completed');
	const start = Math.max(0, Math.min((current === -1 ? plan.length : current) - 1, plan.length - most));
	const shown = plan.slice(start, start + most).map(planLine);
	const done = plan.filter(({ status }) => status === 'completed').length;
	return [...shown, `… ${done} of ${plan.length} done`];
}

function planLine({ text, status }: PlanEntry): string {
	return `${marks[status]} ${cutText(oneLine(text), lineMost)}`;
}
