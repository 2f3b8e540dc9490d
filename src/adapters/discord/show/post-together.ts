import { marked, plainLine } from '../render/markdown/escape.ts';
import { postOrSay, rowOf } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** A sentence of ours, under the outbox's key. */
export interface Sentence {
	readonly key: string;
	readonly text: string;
}

/** Characters of one line, and of a message. */
const longestLine = 400;
const longestMessage = 2000;

/** Posts sentences as lines of as few messages as hold them, each once over any number of crashes. Rejects as outbox, look-up and `Calls` do. */
export async function postTogether(deps: ShowDeps, show: Show, sentences: readonly Sentence[]): Promise<void> {
	const left: Sentence[] = [];
	for (const sentence of sentences) if (!(await isThere(deps, show, sentence.key))) left.push(sentence);
	for (const lines of inMessages(left)) await postLines(deps, show, lines);
}

/** Notes that it is to be shown. */
async function isThere({ outbox, find }: ShowDeps, show: Show, key: string): Promise<boolean> {
	const { session, thread, turn, place } = show;
	const { id } = await outbox.intend({ session, thread, turn, key });
	const found = id ?? (rowOf(show, key) && (await find(place.channel, key)));
	if (found === undefined) return false;
	if (id === undefined) await outbox.sent(session, key, found);
	show.last = found;
	return true;
}

interface Line {
	readonly key: string;
	readonly markdown: string;
}

async function postLines(deps: ShowDeps, show: Show, lines: readonly [Line, ...Line[]]): Promise<void> {
	const [{ key }] = lines;
	const markdown = lines.map((line) => line.markdown).join('\n');
	const instead = { action: 'say this in its thread', words: '' };
	const id = await postOrSay(deps, show, { key, message: { kind: 'text', markdown }, instead });
	for (const line of lines) await deps.outbox.sent(show.session, line.key, id);
	show.last = id;
}

function inMessages(sentences: readonly Sentence[]): readonly [Line, ...Line[]][] {
	const messages: [Line, ...Line[]][] = [];
	let size = 0;
	for (const { key, text } of sentences) {
		const line = { key, markdown: marked(`-# ${plainLine(text, longestLine)}`, [key]) };
		size += line.markdown.length + 1;
		const last = messages.at(-1);
		if (last && size <= longestMessage) last.push(line);
		else {
			messages.push([line]);
			size = line.markdown.length + 1;
		}
	}
	return messages;
}
