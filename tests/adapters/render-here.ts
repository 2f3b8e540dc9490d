import { readLongTexts } from '../../src/adapters/markdown/parse-markdown.ts';
import type { Render, Renderers } from '../../src/adapters/markdown/rendering.ts';

/** Renders in the test's own thread, however long a text is; other code of the process reads no longer ones for it. What goes in and out is copied, as by a thread. */
export function renderHere<All extends Renderers>(renderers: All): Render<All> {
	return async (name, args) => {
		const act = renderers[name] as (...given: readonly unknown[]) => never;
		const readShortAgain = readLongTexts();
		try {
			return structuredClone(act(...structuredClone(args as readonly unknown[])));
		} finally {
			readShortAgain();
		}
	};
}
