import { raceClock } from '../../../base/clock.ts';
import type { Live, SettleEnd, ShowScene } from '../ground.ts';
import { rowOf } from '../show/post-once.ts';
import { footerOf } from '../show/settle-beside.ts';
import { withLast } from '../turn-state.ts';
import type { LiveMessageDeps } from './live-deps.ts';
import { createLiveMessage, type LiveMessage } from './live-message.ts';
import { type LiveParts, partOf, partsIn, withoutNext } from './live-parts.ts';
import type { LivePart } from './live-state.ts';

/** A turn's live messages where they are edited. */
export interface EditedLive extends Live {
	/** When the turn was last seen to run, ms since 1970. */
	shownAt(): number;
}

/** How long anything waits for the live message when the platform does not answer, ms. */
const patienceMs = 3000;
/** And for all last forms, which the platform may want to be asked for later, ms. */
const longPatienceMs = 30_000;

/** One that is getting its last form. */
interface Settling {
	readonly live: LiveMessage;
	readonly done: Promise<void>;
}

/** A turn's live messages: at most one takes what is new, the others get their last form. */
interface Lives {
	readonly parts: LiveParts;
	readonly current: LiveMessage | undefined;
	readonly settling: readonly Settling[];
}

export interface EditedLiveDeps<Message> extends LiveMessageDeps<Message> {
	/** Stands in the outbox for the id of a line that nobody could be shown. */
	readonly nowhere: string;
}

/** Shows a turn on a platform that edits messages. It goes on in the message that an earlier process has left. */
export function createEditedLive<Message>(deps: EditedLiveDeps<Message>, scene: ShowScene): EditedLive {
	const { clock, outbox } = deps;
	let lives: Lives = { parts: partsIn(scene.turn, scene.alreadyShown), current: undefined, settling: [] };
	const take = (): LivePart => {
		const { next: number, isLeft } = lives.parts;
		lives = { ...lives, parts: withoutNext(lives.parts) };
		return { number, isLeft, id: undefined };
	};
	const current = (): LiveMessage => {
		const live = lives.current ?? createLiveMessage(deps, scene, take);
		lives = { ...lives, current: live };
		return live;
	};
	/** The current one takes nothing more from now on. */
	const left = (): LiveMessage | undefined => {
		const live = lives.current ?? (lives.parts.isLeft ? current() : undefined);
		lives = { ...lives, current: undefined };
		return live;
	};

	/** A line that nobody could be shown counts as shown by what was said instead. */
	async function noteUnshown(keys: readonly string[]): Promise<void> {
		const { last = deps.nowhere } = scene.progress.now();
		for (const key of keys) await outbox.sent(scene.session, key, last);
	}

	async function settleBeside(footer: string, post: () => Promise<unknown>): Promise<void> {
		const live = left();
		if (!live) return void (await post());
		await raceClock(clock, live.begun(), patienceMs);
		const after = post();
		const done = live.settle({ footer, after }).then(noteUnshown);
		done.catch(() => {});
		lives = { ...lives, settling: [...lives.settling, { live, done }] };
		await after;
	}

	async function leave(footer: string): Promise<void> {
		const { current: live } = lives;
		lives = { ...lives, current: undefined };
		const settled = live?.settle({ footer, after: Promise.resolve(), broken: true });
		settled?.catch(() => {});
		if (settled && !deps.signal.aborted) await raceClock(clock, settled, patienceMs).catch(() => {});
	}

	return {
		say(step, delta) {
			throwBroken(lives.current);
			current().say(step, delta);
		},
		async put(line, key) {
			throwBroken(lives.current);
			if (key === undefined) return putFirst(lives, current, line);
			const { session, thread, turn } = scene;
			const { id } = rowOf(scene, key) ?? {};
			const existing = id ?? (await outbox.intend({ session, thread, turn, key })).id;
			if (existing !== undefined) scene.progress.move((state) => withLast(state, existing));
			current().put(line, { key, part: existing === undefined ? undefined : partOf(lives.parts, existing) });
		},
		makeWay: async () => throwBroken(lives.current),
		settle: (end: SettleEnd) => (end.kind === 'broken' ? leave(end.footer) : settleBeside(end.footer, end.post)),
		async finish() {
			await settleBeside(footerOf(scene, clock.now()), async () => {});
			await whenSettled(deps, lives.settling);
		},
		shownAt: () => lives.current?.state().shown.at ?? 0,
	};
}

/** Lines without keys stand first: those that an earlier live message shows are not said again. */
function putFirst({ parts, current: live }: Lives, current: () => LiveMessage, line: Parameters<Live['put']>[0]): void {
	if (parts.next === 1 || live) current().put(line);
}

/** Throws an outbox's failure that came while the platform was spoken to. */
function throwBroken(live: LiveMessage | undefined): void {
	const phase = live?.state().phase;
	if (phase?.kind === 'over' && phase.failure !== undefined) throw phase.failure;
}

/**
 * Resolves when all have their last form, or take too long: it comes later then. Rejects as the outbox does, and with `PlatformAwayError`
 * when the platform is away: whoever shows it again finishes them.
 */
async function whenSettled<Message>({ clock }: LiveMessageDeps<Message>, settling: readonly Settling[]): Promise<void> {
	const end = clock.now() + longPatienceMs;
	for (const { live, done } of settling) {
		let isDone = false;
		const noted = done.then(() => {
			isDone = true;
		});
		await raceClock(clock, noted, Math.max(0, end - clock.now()));
		const { away } = live.state();
		if (!isDone && away) throw away;
	}
}
