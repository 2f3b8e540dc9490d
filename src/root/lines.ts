import { Socket } from 'node:net';
import type { Above } from './above.ts';
import { atDesk } from './desk/at-desk.ts';

/** The lines to root's process, which has started this one as another user: descriptors 3 and 4, as `startBot` gives them. Rejects where it is gone. */
export async function linesToRoot(): Promise<Above> {
	const line = new Socket({ fd: 3 }).unref();
	const desk = atDesk(new Socket({ fd: 4 }));
	return { line, desk, isClear: (await desk.hello).isClear };
}
