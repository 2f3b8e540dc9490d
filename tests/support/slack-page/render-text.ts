import { escapeHtml } from '../page/escape-html.ts';

/** Slack's mrkdwn as HTML: code, bold, italics, strikes, links, dates and lines. Pure. */
export function renderMrkdwn(mrkdwn: string): string {
	const plain = mrkdwn.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');
	return escapeHtml(plain)
		.replaceAll(/```\n?([\s\S]*?)\n?```/g, (_, code: string) => `<pre>${code}</pre>`)
		.replaceAll(/`([^`\n]+)`/g, '<code>$1</code>')
		.replaceAll(/(^|[\s(])\*(\S(?:[^*\n]*\S)?)\*(?=$|[\s).,:])/gm, '$1<b>$2</b>')
		.replaceAll(/(^|[\s(])_(\S(?:[^_\n]*\S)?)_(?=$|[\s).,:])/gm, '$1<i>$2</i>')
		.replaceAll(/&lt;(https?:[^|&]*)\|([^&]*)&gt;/g, '<a>$2</a>')
		.replaceAll(/&lt;!date\^\d+\^[^|]*\|([^&]*)&gt;/g, '$1')
		.replaceAll(/\n(?!<pre>)/g, '<br>');
}
