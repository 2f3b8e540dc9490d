import type { JournalEntry } from '../../store/journal.ts';
import { type Counts, tallied } from './counts.ts';

interface Turn {
	readonly began: number;
	readonly waited: boolean;
}

type Ended = Extract<JournalEntry['step'], { type: 'ended' }>['outcome']['outcome'];

/** A turn that is over: when, and how long it took, where nobody was waited for. */
interface Over {
	readonly at: number;
	readonly outcome: Ended;
	readonly took: number | undefined;
}

/** The turns of a journal that ended from `since` on, ms since 1970. Pure. */
export function countTurns(entries: readonly JournalEntry[], since: number): Pick<Counts, 'turns' | 'took'> {
	const over = turnsIn(entries).filter(({ at }) => at >= since);
	const took = over.flatMap((turn) => (turn.outcome === 'done' && turn.took !== undefined ? [turn.took] : []));
	return { turns: tallied(over.map(({ outcome }) => outcome)), took };
}

function turnsIn(entries: readonly JournalEntry[]): readonly Over[] {
	const open = new Map<string, Turn>();
	return entries.flatMap(({ at, step }) => {
		const time = Date.parse(at);
		if (step.type === 'taken') begin(open, step.turn, time);
		if (step.type === 'parked' || step.type === 'resumed') wait(open, step.turn);
		return step.type === 'ended' ? [end(open, step.turn, time, step.outcome.outcome)] : [];
	});
}

/** Messages that steer come into a turn that has begun. */
function begin(open: Map<string, Turn>, name: string, began: number): void {
	if (!open.has(name)) open.set(name, { began, waited: false });
}

/** People, or the machine, had it wait: how long it took says nothing. */
function wait(open: Map<string, Turn>, name: string): void {
	const turn = open.get(name);
	if (turn) open.set(name, { ...turn, waited: true });
}

function end(open: Map<string, Turn>, name: string, at: number, outcome: Ended): Over {
	const turn = open.get(name);
	open.delete(name);
	return { at, outcome, took: turn && !turn.waited ? at - turn.began : undefined };
}
