import { formatBytes } from '../../../src/base/text/format-bytes.ts';
import type { SeenFile, SeenMessage } from '../fake-slack/seen.ts';
import { escapeHtml } from '../page/escape-html.ts';
import { pageStyle } from './page-style.ts';
import { renderBlock } from './render-block.ts';
import { renderMrkdwn } from './render-text.ts';

/** A thread as somebody sees it. */
export interface ThreadPage {
	readonly channel: string;
	readonly messages: readonly SeenMessage[];
	/** Who a user id is. */
	readonly nameOf: (user: string) => string;
	/** The bot's user. */
	readonly botUser: string;
}

/** A thread as one HTML page, drawn from the Block Kit JSON of its messages in fonts and colours of our own. Pure. */
export function renderPage(page: ThreadPage): string {
	const messages = page.messages.map((message) => renderMessage(message, page)).join('\n');
	const head = `<header><b>Thread</b> <span>#${escapeHtml(page.channel)}</span></header>`;
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thread</title><style>${pageStyle}</style><body><main>${head}${messages}</main></body></html>`;
}

function renderMessage(message: SeenMessage, { nameOf, botUser }: ThreadPage): string {
	const name = nameOf(message.user);
	const isBot = message.user === botUser;
	const time = new Date(Number(message.ts) * 1000).toISOString().slice(11, 16);
	const body =
		isBot && message.blocks.length > 0 ? message.blocks.map(renderBlock).join('') : `<p>${words(message, nameOf)}</p>`;
	const avatar = `<div class="avatar ${isBot ? 'bot' : ''}">${isBot ? '⚒' : escapeHtml(name.slice(0, 1))}</div>`;
	const title = `<div class="who"><b>${escapeHtml(name)}</b>${isBot ? ' <small class="app">APP</small>' : ''} <small>${time}</small></div>`;
	const below = message.files.map(renderFile).join('') + renderMarks(message);
	return `<article>${avatar}<div class="body">${title}${body}${below}</div></article>`;
}

/** The line below the words: who alone sees them, that they were changed, reactions. */
function renderMarks({ ephemeralTo, edited, reactions }: SeenMessage): string {
	const notes = [...(ephemeralTo ? ['Only visible to you'] : []), ...(edited ? ['(edited)'] : [])];
	const pills = Object.entries(reactions).map(
		([name, users]) => `<span>${escapeHtml(signs[name] ?? `:${name}:`)} ${users.length}</span>`,
	);
	const small = notes.map((note) => `<small class="note">${note}</small>`).join(' ');
	return pills.length === 0 ? small : `${small}<div class="reactions">${pills.join('')}</div>`;
}

/** Emoji by the names that Slack has for them. */
const signs: Readonly<Record<string, string>> = { hourglass_flowing_sand: '⏳', x: '❌', '+1': '👍', eyes: '👀' };

function words({ text }: SeenMessage, nameOf: ThreadPage['nameOf']): string {
	const mentions = renderMrkdwn(text).replaceAll(
		/&lt;@(\w+)&gt;/g,
		(_, user: string) => `<span class="mention">@${escapeHtml(nameOf(user))}</span>`,
	);
	return mentions;
}

function renderFile({ name, bytes }: SeenFile): string {
	if (/\.png$/i.test(name)) {
		const data = Buffer.from(bytes).toString('base64');
		return `<figure><figcaption>${escapeHtml(name)}</figcaption><img alt="${escapeHtml(name)}" src="data:image/png;base64,${data}"></figure>`;
	}
	return `<div class="file"><span>▤</span><div><b>${escapeHtml(name)}</b><small>${formatBytes(bytes.length)}</small></div></div>`;
}
