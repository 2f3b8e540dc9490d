import type { Shown } from '../../show-once.ts';
import { withoutBlocks } from '../render/answer.ts';
import { lineOfWords } from '../render/cut-text.ts';
import { fallbackText, type RenderedMessage, smallPrint } from '../render/rendered-message.ts';
import { slackCode } from '../web/slack-sentence.ts';
import type { Show, ShowDeps } from './show-deps.ts';

/** Posts a message of the show's once, over any number of crashes. Rejects as outbox and `Calls` do. */
export async function postOnceIn(deps: ShowDeps, show: Show, key: string, message: RenderedMessage): Promise<Shown> {
	return await shownOnce(deps, show, key, () => post(deps, show, key, message));
}

/** Shows the thing `key` once by `act`, which answers the `ts` that shows it. */
export async function shownOnce(deps: ShowDeps, show: Show, key: string, act: () => Promise<string>): Promise<Shown> {
	const { session, thread, turn } = show;
	const shown = await deps.once({ session, thread, turn, key }, show.alreadyShown, act);
	show.last = shown.id;
	if (!shown.posted) show.kept.push(shown.id);
	return shown;
}

/** Slack is stricter with blocks than its documents say: what it refuses is posted as text. */
async function post(
	{ postOnce, signal, log }: ShowDeps,
	{ thread }: Show,
	key: string,
	message: RenderedMessage,
): Promise<string> {
	const send = ({ text, blocks }: RenderedMessage) => postOnce({ thread, keys: [key], text, blocks }, signal);
	return await send(message).catch((error: unknown) => {
		if (!['invalid_blocks', 'msg_blocks_too_long', 'invalid_attachments'].includes(slackCode(error) ?? '')) throw error;
		log.warn('Slack refuses the blocks of a message', { err: error });
		return send(withoutBlocks(message));
	});
}

/** A sentence of ours as a message in small print. Pure. */
export function sentence(text: string): RenderedMessage {
	return { blocks: [smallPrint(lineOfWords(text, 1900))], text: lineOfWords(text, 1900) };
}

/** A text of ours in Markdown, such as a command's answer, as a message. Pure. */
export function plainMessage(markdown: string): RenderedMessage {
	return { blocks: [], text: fallbackText(columnsKept(markdown)) };
}

/** Text that is set in columns, in a font in which they stand below each other; any other as it is. Pure. */
export function columnsKept(markdown: string): string {
	const inColumns = /\S {2,}\S/.test(markdown) && !markdown.includes('```');
	return inColumns ? `\`\`\`\n${markdown}\n\`\`\`` : markdown;
}
