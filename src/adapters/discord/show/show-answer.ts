import { Buffer } from 'node:buffer';
import { begunForm, formKey } from '../../answer-form.ts';
import { piecesOf } from '../../split-text.ts';
import type { Answer } from '../render/answer.ts';
import type { TextMessage } from '../render/text-message.ts';
import type { Instead } from './next-best.ts';
import { postOnceIn, postPieces, rowOf } from './post.ts';
import { postTogether } from './post-together.ts';
import { settleBeside } from './settle-live.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Posts the turn's answer below its live message, which is left with its lines. A long one is several messages, or its beginning and a file. */
export async function showAnswer(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	show.answered = true;
	show.typing?.[Symbol.dispose]();
	await settleBeside(deps, show, () => postAnswer(deps, show, key, text));
}

async function postAnswer(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	const answer = await deps.render('answer', [text, { key, turn: show.turn, feedback: true }]);
	const instead: Instead = { action: 'show the answer in its thread', words: text };
	const form = begunForm(key, (of) => rowOf(show, of)) ?? answer.kind;
	if (form === 'messages') {
		const messages = answer.kind === form ? answer.messages : await wholeOf(deps, text, key);
		return await postPieces(deps, show, { key, messages, instead });
	}
	const { summary, file } = asFile(answer, text);
	await noteFile(deps, show, formKey(key));
	if (summary) await postOnceIn(deps, show, { key, message: summary, instead });
	if (show.elsewhere === undefined) await handOver(deps, show, `${key}/file`, file);
}

function asFile(answer: Answer, text: string) {
	if (answer.kind === 'file') return answer;
	return { summary: answer.messages[0], file: { name: 'answer.md', text } };
}

async function noteFile({ outbox }: ShowDeps, { session, thread, turn }: Show, key: string): Promise<void> {
	const { id } = await outbox.intend({ session, thread, turn, key });
	if (id === undefined) await outbox.sent(session, key, 'file');
}

async function handOver(
	deps: ShowDeps,
	show: Show,
	key: string,
	{ name, text }: { readonly name: string; readonly text: string },
): Promise<void> {
	const bytes = Buffer.from(text);
	const { thread, session, turn } = show;
	const files = [{ key, name, size: bytes.length, content: { bytes } }];
	const [upload] = await deps.uploads({ thread, session, turn, files }, deps.signal);
	if (upload?.outcome !== 'refused') return;
	await postTogether(deps, show, [{ key: `${key}/problem`, text: `⚠️ ${upload.reason}. All of it follows here.` }]);
	const instead: Instead = { action: 'show the answer in its thread', words: '', continues: true };
	const whole = `${key}/whole`;
	await postPieces(deps, show, { key: whole, messages: await wholeOf(deps, text, whole), instead });
	// Not before: what is cut short here is not taken for a file that was handed over.
	await deps.outbox.sent(session, key, show.last ?? show.place.channel);
}

/** Characters of Markdown that are rendered at once. */
const longestRead = 8000;

async function wholeOf({ render }: ShowDeps, text: string, key: string): Promise<TextMessage[]> {
	const messages: TextMessage[] = [];
	for (const piece of piecesOf(text, longestRead)) {
		messages.push(...(await render('messages', [piece, key, messages.length + 1])));
	}
	return messages;
}
