import { z } from 'zod';
import { userMessage } from '../../../base/errors.ts';
import type { Past } from '../../../chat/past.ts';
import { defineTool, type Tool, type ToolResult } from '../../tool.ts';
import { foundText, newestText } from './found-text.ts';
import { beginning, placeIn, readOn } from './read-on.ts';

const args = z.strictObject({
	from: z.string().max(100).optional().describe('"start" (default), "newest", or what an earlier call said'),
	search: z.string().min(1).max(200).optional().describe('Only messages with all these words'),
});

/** The Brain's way to all that was said in its thread, heard or not: what it was told begins and ends with is not all of a long one. */
export function readThread(past: Past): Tool {
	return defineTool({
		name: 'read_thread',
		description: 'Read this thread, a page at a time, also what you were not told. Files are only named.',
		args,
		touches: 'nothing',
		run: async ({ from = beginning, search }, { call: { thread }, signal }) => {
			try {
				if (from === 'newest') return ok(newestText(await past.earlier(thread, undefined, signal)));
				const place = placeIn(from);
				if (!place) return wrongPlace;
				const read = (after: string | undefined) => past.page(thread, after, signal);
				return ok(foundText(await readOn(read, place, { search, signal }), search));
			} catch (error) {
				signal.throwIfAborted();
				return { ok: false, text: userMessage(error) };
			}
		},
	});
}

const wrongPlace: ToolResult = {
	ok: false,
	text: 'from must be "start", "newest", or what an earlier call of read_thread said',
};

function ok(text: string): ToolResult {
	return { ok: true, text };
}
