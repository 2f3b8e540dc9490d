import type { Sentence, SentenceLines } from '../look.ts';
import type { Show } from '../presenter-deps.ts';
import { withLast, withShown } from '../turn-state.ts';
import { postNow, rowOf } from './post-once.ts';

/** Posts sentences as lines of as few messages as hold them, each once over any number of crashes. Rejects as outbox and surface do. */
export async function postTogether<Message>(show: Show<Message>, sentences: readonly Sentence[]): Promise<void> {
	if (sentences.some(({ key }) => !rowOf(show, key))) await show.ground.live.makeWay();
	const left: Sentence[] = [];
	for (const sentence of sentences) if (!(await isThere(show, sentence.key))) left.push(sentence);
	for (const lines of show.deps.look.lines(left)) await postLines(show, lines);
}

/** Notes that it is to be shown. */
async function isThere<Message>(show: Show<Message>, key: string): Promise<boolean> {
	const { session, thread, turn, deps, ground } = show;
	const { id } = await deps.outbox.intend({ session, thread, turn, key });
	const found = id ?? (rowOf(show, key) && (await ground.surface.find(thread, key, deps.signal)));
	if (found === undefined) return false;
	if (id === undefined) await deps.outbox.sent(session, key, found);
	show.progress.move((state) => withShown(state, found, false));
	return true;
}

async function postLines<Message>(show: Show<Message>, { keys, message }: SentenceLines<Message>): Promise<void> {
	const instead = { action: 'say this in its thread', words: '' };
	const id = await postNow(show, keys, { message, instead });
	for (const key of keys) await show.deps.outbox.sent(show.session, key, id);
	show.progress.move((state) => withLast(state, id));
}
