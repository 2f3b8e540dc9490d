import { createRecent } from './recent.ts';

/** Shown to people: that something was heard, before it is known what comes of it. */
export interface Sign {
	/** The id of the thread in which it was heard. */
	readonly thread: string;
	/** It is stored: from now on its turn sees to it that the sign ends. */
	stored(): void;
	/** Takes it away, but where a turn shows that it runs there. */
	end(): void;
}

/** Shows the sign where what was said is for us and may be asked; undefined: it is not shown. `isOpen`: nothing has come of it yet. */
export type ShowSign = (isOpen: () => boolean) => Promise<Sign | undefined>;

/** Says that something was heard, beside storing it: one sign for each message, however often it is delivered. */
export interface Heard {
	/** Returns at once. Disposing ends the sign of what was not stored by then. */
	begin(key: string, show: ShowSign): Disposable;
	stored(key: string): void;
	/** Its turn shows it, or there will be none. */
	over(key: string): void;
	/** A turn shows itself in this thread, by its id, and has taken in all that was stored there before. */
	shownIn(thread: string): void;
}

interface Hearing {
	state: 'open' | 'stored' | 'over';
	sign: Sign | undefined;
}

/** More messages than this are not remembered: what is delivered again comes within minutes. */
const mostKnown = 10_000;
/** More messages than this do not wait with a sign. */
const mostStored = 1000;

/** `failed` hears why a sign cannot be shown: it is no more than help. */
export function createHeard(failed: (error: unknown) => void): Heard {
	const known = createRecent<true>(mostKnown);
	const stored = new Map<string, Hearing>();
	const open = new Map<string, Hearing>();

	const isOver = (hearing: Hearing) => hearing.state === 'over';
	const end = (hearing: Hearing | undefined) => {
		if (!hearing) return;
		hearing.state = 'over';
		hearing.sign?.end();
		hearing.sign = undefined;
	};
	const show = async (hearing: Hearing, showSign: ShowSign) => {
		const sign = await showSign(() => !isOver(hearing));
		if (isOver(hearing)) return sign?.end();
		hearing.sign = sign;
		if (hearing.state === 'stored') sign?.stored();
	};
	const close = (key: string, hearing: Hearing) => {
		open.delete(key);
		if (hearing.state !== 'open') return;
		// It may come again.
		known.forget(key);
		end(hearing);
	};
	const over = (key: string) => {
		end(stored.get(key));
		stored.delete(key);
	};
	return {
		begin(key, showSign) {
			if (known.of(key)) return nothing;
			known.remember(key, true);
			const hearing: Hearing = { state: 'open', sign: undefined };
			open.set(key, hearing);
			show(hearing, showSign).catch(failed);
			return { [Symbol.dispose]: () => close(key, hearing) };
		},
		stored(key) {
			const hearing = open.get(key);
			if (hearing?.state !== 'open') return;
			hearing.state = 'stored';
			hearing.sign?.stored();
			stored.set(key, hearing);
			const [oldest] = stored.keys();
			if (stored.size > mostStored && oldest !== undefined) over(oldest);
		},
		over,
		shownIn(thread) {
			for (const [key, { sign }] of stored) if (sign?.thread === thread) over(key);
		},
	};
}

const nothing: Disposable = { [Symbol.dispose]: () => {} };
