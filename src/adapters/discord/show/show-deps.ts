import type { ShowOnce } from '../../present/show-once.ts';
import type { ShowEventsDeps } from './show-parts.ts';
import type { TakeOver } from './take-over.ts';
import type { WaitingMarks } from './waiting-marks.ts';

/** The parts, and state that all turns share. */
export interface DiscordShowDeps extends ShowEventsDeps {
	/** Our own message in a channel that shows `key`; undefined: none, or it cannot be looked for. */
	readonly find: (channel: string, key: string) => Promise<string | undefined>;
	readonly once: ShowOnce;
	readonly marks: WaitingMarks;
	/** Fires when a turn is shown anew, or the adapter leaves. */
	readonly takeOver: TakeOver;
	/** Whether Discord takes Components V2 from us: once it has refused them, embeds are sent. */
	readonly latch: { takesComponents: boolean };
}
