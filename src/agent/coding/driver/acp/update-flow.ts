import type { AgentUpdate, ToolCard } from '../../update.ts';
import { bounds } from '../bounds.ts';
import { block, line } from '../safe-text.ts';
import { diffSize, mergeCard, withoutTexts } from './tool-card.ts';
import type { WireTool, WireUpdate } from './wire.ts';

/** The updates of one prompt on their way to whoever watches it, in order, as few as will do. */
export interface UpdateFlow {
	push(update: WireUpdate): void;
	/** The card of a call so far. */
	card(id: string): ToolCard | undefined;
	notice(text: string): void;
	/** Hands out what waits. */
	flush(): void;
	/** Hands out the rest; nothing is taken any more. Tools that still run get the status `unknown`, and a notice. */
	end(): void;
}

/** How long an update may wait for others that it is then told with, ms. */
const holdMs = 100;

/** `onUpdate` must not throw. It is called at most every 100 ms with what has come, but for `flush` and `end`. */
export function createUpdateFlow(onUpdate: (update: AgentUpdate) => void): UpdateFlow {
	const cards = new Map<string, ToolCard>();
	const waiting = new Map<string, AgentUpdate>();
	const text = createBudget(bounds.text);
	const thought = createBudget(bounds.thought);
	let diffs = 0;
	let beyond = 0;
	let message: string | undefined;
	let timer: NodeJS.Timeout | undefined;
	let over = false;

	/** One that waits under the same key gives way, and keeps its place. */
	function put(key: string, update: AgentUpdate): void {
		if (over) return;
		waiting.set(key, update);
		timer ??= setTimeout(flush, holdMs);
	}

	function flush(): void {
		clearTimeout(timer);
		timer = undefined;
		const updates = [...waiting.values()];
		waiting.clear();
		for (const update of updates) onUpdate(update);
	}

	/** Between two new cards all text is one, and all thoughts are. */
	function putText(kind: 'text' | 'thought', told: string): void {
		const { taken, full } = (kind === 'text' ? text : thought).take(told);
		if (full && kind === 'text') notice('The agent said more than is shown here.');
		if (taken === '') return;
		const key = `${kind} ${cards.size}`;
		const before = waiting.get(key);
		put(key, { kind, text: (before?.kind === kind ? before.text : '') + taken });
	}

	/** Another id says that another message begins: agents put nothing between two. */
	function putMessage(told: string, id: string | undefined): void {
		const isNext = id !== undefined && message !== undefined && id !== message;
		message = id ?? message;
		putText('text', isNext ? `\n\n${told}` : told);
	}

	function putTool(told: WireTool): void {
		const known = cards.get(told.toolCallId);
		if (known || cards.size < bounds.cards) setCard(affordable(mergeCard(known, told)));
		else put('more', { kind: 'more', tools: ++beyond });
	}

	function affordable(card: ToolCard): ToolCard {
		const was = cards.get(card.id);
		const held = diffs - (was ? diffSize(was) : 0);
		return held + diffSize(card) > bounds.diffsOfPrompt ? withoutTexts(card) : card;
	}

	function setCard(card: ToolCard): void {
		const was = cards.get(card.id);
		diffs += diffSize(card) - (was ? diffSize(was) : 0);
		cards.set(card.id, card);
		put(`tool ${card.id}`, { kind: 'tool', card });
	}

	function notice(words: string): void {
		put(`notice ${words}`, { kind: 'notice', text: words });
	}

	function endCards(): void {
		const running = [...cards.values()].filter(({ status }) => status === 'running');
		for (const card of running) setCard({ ...card, status: 'unknown' });
		if (running.length > 0) notice(`The agent ended its turn while ${toolsWord(running.length)} still running.`);
	}

	return {
		push(update) {
			switch (update.sessionUpdate) {
				case 'agent_message_chunk':
					return putMessage(update.content.text, update.messageId ?? undefined);
				case 'agent_thought_chunk':
					return putText('thought', update.content.text);
				case 'tool_call':
				case 'tool_call_update':
					return putTool(update);
				case 'plan':
					return put('plan', { kind: 'plan', entries: update.entries.slice(0, bounds.planEntries).map(planEntry) });
				case 'usage_update':
					return put('usage', { kind: 'usage', used: update.used, size: update.size });
			}
		},
		card: (id) => cards.get(id),
		notice,
		flush,
		end() {
			endCards();
			flush();
			over = true;
		},
	};
}

function planEntry({ content, status }: { content: string; status: 'pending' | 'in_progress' | 'completed' }) {
	return { text: line(content, bounds.planText), status };
}

function toolsWord(count: number): string {
	return count === 1 ? 'one of its tools was' : `${count} of its tools were`;
}

interface Budget {
	/** As much of it as there is room for, sanitised; `full`: it has just been used up. */
	take(text: string): { readonly taken: string; readonly full: boolean };
}

function createBudget(most: number): Budget {
	let left = most;
	return {
		take(text) {
			const taken = block(text, left);
			left -= taken.length;
			return { taken, full: left <= 0 && taken !== '' };
		},
	};
}
