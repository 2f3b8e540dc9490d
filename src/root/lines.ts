import { Socket } from 'node:net';
import type { Above } from './above.ts';
import { atDesk } from './desk/at-desk.ts';

/** The lines to root's process, which has started this one as another user: descriptors 3 and 4, as `startBot` gives them. */
export function linesToRoot(): Above {
	const line = new Socket({ fd: 3 }).unref();
	return { line, desk: atDesk(new Socket({ fd: 4 })) };
}
