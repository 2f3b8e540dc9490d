/** What a thread renders in the tests of threads that render: well, for ever, with all memory, and not at all. */

import { threadId } from 'node:worker_threads';
import { serveRendering } from '../../src/adapters/markdown/serve-rendering.ts';

serveRendering({
	shout: (text: string) => text.toUpperCase(),
	thread: (_asked: unknown) => threadId,
	spin: (_text: string) => {
		for (;;);
	},
	grow: (text: string) => {
		const all: string[][] = [];
		for (;;) all.push([...text, ...text]);
	},
	trip: (_text: string) => {
		throw new Error('It trips');
	},
});
