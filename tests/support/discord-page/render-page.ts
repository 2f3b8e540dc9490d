import type { SeenMessage } from '../fake-discord/seen.ts';
import { escapeHtml } from '../page/escape-html.ts';
import { pageStyle } from './page-style.ts';
import { type Company, renderMessage } from './render-message.ts';

/** A thread as somebody sees it. */
export interface ThreadPage extends Company {
	readonly channel: string;
	/** The thread's. */
	readonly name: string;
	/** Oldest first; the one that the thread was begun on may be the first. */
	readonly messages: readonly SeenMessage[];
}

/** A thread as one HTML page, drawn from what the bot sent, in fonts and colours of our own. Pure. */
export function renderPage(page: ThreadPage): string {
	const { channel, name, messages } = page;
	const articles = messages.map((message, at) => {
		const repliedTo = messages.find(({ id }) => id === message.reference);
		return renderMessage(message, { company: page, above: messages[at - 1], repliedTo });
	});
	const head = `<header><b>${escapeHtml(name)}</b> <span># ${escapeHtml(channel)}</span></header>`;
	return `<!doctype html><html lang="en"><meta charset="utf-8"><title>Thread</title><style>${pageStyle}</style><body><main>${head}${articles.join('\n')}</main></body></html>`;
}
