import type { MessageKind, PlannedMessage } from '../plan.ts';
import { createRandom } from '../random.ts';

/** Where a turn is when the outage begins. */
export type Phase = 'said-meanwhile' | 'taken' | 'thinking' | 'streaming' | 'tool' | 'answer' | 'file';

/** The thing that is away: both platforms, in one of four ways, or the machine's room, all or nearly all of it, or its file descriptors. */
export type Trouble = 'refused' | 'reset' | 'unavailable' | 'silent' | 'disk' | 'most-of-disk' | 'descriptors';

/** Some threads in which one message is said, and what happens at their turn. */
export interface Round {
	readonly phase: Phase;
	readonly trouble: Trouble;
	readonly seconds: number;
	/** Bytes of the disk that are left where it is full. */
	readonly left: number;
	readonly messages: readonly PlannedMessage[];
}

const platformTroubles: readonly Trouble[] = ['unavailable', 'reset', 'refused', 'silent'];

/** Which turns are cut where, by what, for how long. Every phase meets every way of being away within four soaks' worth of seeds. */
const phases: readonly Phase[] = ['said-meanwhile', 'taken', 'thinking', 'streaming', 'tool', 'answer', 'file'];
const seconds = [5, 20, 12, 8, 30, 15, 60, 5, 25, 10, 120, 12];

/** Room for what is small, and for no large answer, where a turn is when most of the disk is taken. */
const leftovers = { taken: 100_000, thinking: 300_000, answer: 500_000 } as const;

/** Pure. */
export function planOutages({ threads, seed }: { readonly threads: number; readonly seed: number }): readonly Round[] {
	const troubles = troublesOf(seed);
	const random = createRandom(seed);
	return troubles.map(({ phase, trouble, left = 0 }, at): Round => {
		const numbers = Array.from({ length: threads }, (_, thread) => thread).filter(
			(one) => one % troubles.length === at,
		);
		const messages = numbers.map((thread, nth) => messageOf(thread, kindOf(phase, trouble, nth), random()));
		return { phase, trouble, seconds: seconds[at % seconds.length] ?? 5, left, messages };
	});
}

type Planned = Pick<Round, 'phase' | 'trouble'> & Partial<Pick<Round, 'left'>>;

function troublesOf(seed: number): readonly Planned[] {
	const away = phases.flatMap((phase, at) => {
		const [first, second] = [at + seed, at + seed + 2].map((nth) => platformTroubles[nth % platformTroubles.length]);
		return [first, second].flatMap((trouble) => (trouble ? [{ phase, trouble }] : []));
	});
	const machine = (['taken', 'streaming', 'answer'] as const).flatMap((phase) => [
		{ phase, trouble: 'disk' as const },
		{ phase, trouble: 'descriptors' as const },
	]);
	const scarce = (['taken', 'thinking', 'answer'] as const).map((phase) => ({
		phase,
		trouble: 'most-of-disk' as const,
		left: leftovers[phase],
	}));
	return [...away, ...machine, ...scarce];
}

/** A full disk damages what a sandbox writes: there, no files are asked for. */
function kindOf(phase: Phase, trouble: Trouble, nth: number): MessageKind {
	if (trouble === 'most-of-disk') return 'large';
	if (phase === 'tool' || phase === 'file') return 'tool';
	if (phase === 'streaming') return 'long';
	return nth % 3 === 0 && trouble !== 'disk' ? 'file' : 'plain';
}

function messageOf(thread: number, kind: MessageKind, chance: number): PlannedMessage {
	return { number: thread + 1, thread, kind, duplicate: false, disconnect: false, chance };
}
