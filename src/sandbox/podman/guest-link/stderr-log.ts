import type { Logger } from '../../../base/log.ts';
import { sanitise } from '../../guest/sanitise.ts';

/** How much of one guest's standard error reaches the log, in bytes. */
const maxBytes = 64 * 1024;

/** Passes what a guest writes to standard error to the log, up to a cap: whoever fills it shall not fill the host's disk. */
export function createStderrLog(log: Logger): (bytes: Uint8Array) => void {
	let left = maxBytes;
	return (bytes) => {
		if (left <= 0) return;
		const text = Buffer.from(bytes.subarray(0, left)).toString('utf8');
		left -= bytes.length;
		log.debug('Guest complains', { text: sanitise(text), capped: left <= 0 });
	};
}
