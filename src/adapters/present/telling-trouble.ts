import type { Thread } from '../../chat/thread.ts';
import type { Adapter } from '../adapter.ts';

/** A failure in a thread as the core is to know it. Pure. */
export type TroubleIn = (error: unknown, thread: Thread) => unknown;

/** How a platform speaks: turns, and what is no turn's. */
export type Speaking = Pick<Adapter, 'show' | 'tell'>;

/** Rejects with what the core is to know in place of the platform's own errors. */
export function tellingTrouble({ show, tell }: Speaking, troubleIn: TroubleIn): Speaking {
	const translated = (thread: Thread) => (error: unknown) => {
		throw troubleIn(error, thread);
	};
	return {
		show: (thread, ...rest) => show(thread, ...rest).catch(translated(thread)),
		tell: (thread, ...rest) => tell(thread, ...rest).catch(translated(thread)),
	};
}
