import { parentPort } from 'node:worker_threads';
import { readLongTexts } from './parse-markdown.ts';
import type { Renderers } from './rendering.ts';

/** Makes this thread one that renders: what is asked for comes in, what it looks like goes out. Whatever it trips over ends it. */
export function serveRendering(renderers: Renderers): void {
	readLongTexts();
	parentPort?.on('message', ({ name, args }: { readonly name: string; readonly args: readonly never[] }) => {
		parentPort?.postMessage({ value: renderers[name]?.(...args) });
	});
	parentPort?.postMessage('ready');
}
