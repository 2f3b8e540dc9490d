import { lineOfWords } from '../render/cut-text.ts';
import { type RenderedMessage, smallPrint } from '../render/rendered-message.ts';
import { finishEarlier } from './finish-earlier.ts';
import { post, rowOf } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** A sentence of ours, under the outbox's key. */
export interface Sentence {
	readonly key: string;
	readonly text: string;
}

/** Posts sentences as lines of one message, each once over any number of crashes. Rejects as outbox, look-up and `Calls` do. */
export async function postTogether(deps: ShowDeps, show: Show, sentences: readonly Sentence[]): Promise<void> {
	if (sentences.some(({ key }) => !rowOf(show, key))) await finishEarlier(deps, show);
	const left: Sentence[] = [];
	for (const sentence of sentences) if (!(await isThere(deps, show, sentence.key))) left.push(sentence);
	const [first, ...others] = left.map(({ key }) => key);
	if (first === undefined) return;
	const ts = await post(deps, show, [first, ...others], inLines(left.map(({ text }) => text)));
	for (const { key } of left) await deps.outbox.sent(show.session, key, ts);
	show.last = ts;
}

/** Notes that it is to be shown. */
async function isThere({ outbox, find }: ShowDeps, show: Show, key: string): Promise<boolean> {
	const { session, thread, turn } = show;
	const { id } = await outbox.intend({ session, thread, turn, key });
	const found = id ?? (rowOf(show, key) && (await find(thread, key)));
	if (found === undefined) return false;
	if (id === undefined) await outbox.sent(session, key, found);
	show.last = found;
	show.kept.push(found);
	return true;
}

/** A context element takes 3,000 characters, a message's text 4,000. */
const longestLine = 500;
const linesInBlock = 4;

function inLines(texts: readonly string[]): RenderedMessage {
	const lines = texts.map((text) => lineOfWords(text, longestLine));
	const count = Math.ceil(lines.length / linesInBlock);
	const parts = Array.from({ length: count }, (_, at) => lines.slice(at * linesInBlock, (at + 1) * linesInBlock));
	return { blocks: parts.slice(0, 50).map((part) => smallPrint(part.join('\n'))), text: lines.slice(0, 7).join('\n') };
}
