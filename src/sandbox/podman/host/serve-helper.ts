import type { Duplex } from 'node:stream';
import type { HostOptions } from '../container/options.ts';

/** Of what the helper was told by the operator, and never by the bot. */
export interface ServedHelper extends HostOptions {
	/**
	 * The folder, absolute, that the bot's user has: all that `pathsOf` and `pool` name lies below it. The way to it must be such that only root can
	 * change it; of the way from it on no link is followed.
	 */
	readonly data: string;
	/** The most that the bot may ask for: containers at once, waiting ones too, and bytes of one disk. */
	readonly most: { readonly sandboxes: number; readonly diskBytes: number };
	/** The bot's, by their numbers. Folders of others but root are refused. */
	readonly user: { readonly uid: number; readonly gid: number };
	/** The other end is the bot's. */
	readonly line: Duplex;
}

/**
 * Does for the bot at the other end of the line what takes root's rights: containers, their mounts, disks and streams, by session ids and handles
 * alone. Resolves when the line has ended, or the signal has been aborted, and nothing of its sandboxes is left; also where the bot broke the
 * protocol, which is logged. Rejects where the streams' socket cannot be made.
 */
export async function serveHelper(_given: ServedHelper, _signal: AbortSignal): Promise<void> {
	throw new Error('not there yet');
}
