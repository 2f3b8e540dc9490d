import { type AnswerFile, renderAnswer } from '../render/answer.ts';
import { feedbackBlock } from '../render/parts.ts';
import { duration } from '../render/progress.ts';
import type { RenderedMessage } from '../render/rendered-message.ts';
import { finishEarlier, isNew } from './live-lines.ts';
import { postOnceIn, shownOnce } from './post.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Streams that took longer than this are followed by an answer of its own, which notifies, ms. */
const longMs = 10_000;

/**
 * Shows the turn's answer. A turn that used no tools and was quick has streamed it: that is the answer. Otherwise the live message is left with
 * its lines, and the answer is posted below. A long one is several messages, or its beginning and a file.
 */
export async function showAnswer(deps: ShowDeps, show: Show, key: string, text: string): Promise<void> {
	show.answered = true;
	if (isNew(show, key)) await finishEarlier(deps, show);
	const answer = renderAnswer(text);
	const blocks = [feedbackBlock(show.turn)];
	if (
		answer.kind === 'messages' &&
		answer.messages.length === 1 &&
		(await hasStreamed(deps, show, key, { text, blocks }))
	)
		return;
	await settleLive(deps, show);
	if (answer.kind === 'file') {
		await postOnceIn(deps, show, key, withBlocks(answer.summary, blocks));
		return await handOver(deps, show, `${key}/file`, answer.file);
	}
	for (const [index, message] of answer.messages.entries()) {
		const isLast = index === answer.messages.length - 1;
		await postOnceIn(deps, show, index === 0 ? key : `${key}/${index + 1}`, withBlocks(message, isLast ? blocks : []));
	}
}

/** Whether the live message is the answer now. */
async function hasStreamed(
	deps: ShowDeps,
	show: Show,
	key: string,
	answer: { readonly text: string; readonly blocks: ReturnType<typeof feedbackBlock>[] },
): Promise<boolean> {
	const { live } = show;
	if (!live || !isNew(show, key) || show.usedTools || deps.clock.now() - show.startedAt > longMs) return false;
	let ts: string | undefined;
	const nothing = 'not shown';
	const become = async () => {
		ts = await live.becomeAnswer({ ...answer, keys: [key] });
		return ts ?? Promise.reject(new Error(nothing));
	};
	try {
		await shownOnce(deps, show, key, become);
	} catch (error) {
		if (!(error instanceof Error) || error.message !== nothing) throw error;
	}
	// It is the answer now, and nothing to be settled.
	if (ts !== undefined) show.live = undefined;
	return ts !== undefined;
}

function withBlocks({ text, blocks }: RenderedMessage, more: RenderedMessage['blocks']): RenderedMessage {
	return { text, blocks: [...blocks, ...more] };
}

async function handOver(deps: ShowDeps, show: Show, key: string, { name, text }: AnswerFile): Promise<void> {
	const bytes = Buffer.from(text);
	const { thread, session, turn } = show;
	const files = [{ key, name, size: bytes.length, content: { bytes } }];
	await deps.uploads({ thread, session, turn, files }, deps.signal);
}

/** Leaves the live message with its lines, and how long the turn took. `broken`: it could not be shown to its end. */
export async function settleLive({ clock }: ShowDeps, show: Show, broken = false): Promise<void> {
	const tokens = show.tokens === 0 ? '' : `, ${show.tokens.toLocaleString('en-US')} tokens`;
	const { live } = show;
	show.live = undefined;
	await live?.settle(`${duration(clock.now() - show.startedAt)}${tokens}`, broken);
}
