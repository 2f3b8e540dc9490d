import { formatBytes } from '../../../src/base/text/format-bytes.ts';
import type { SeenAttachment } from '../fake-discord/seen.ts';
import { escapeHtml } from '../page/escape-html.ts';

/** Pictures as such, text files with their beginning, others as a card. Pure. */
export function renderAttachment({ name, bytes }: Pick<SeenAttachment, 'name' | 'bytes'>): string {
	const label = escapeHtml(name);
	if (/\.png$/i.test(name)) {
		return `<img alt="${label}" src="data:image/png;base64,${Buffer.from(bytes).toString('base64')}">`;
	}
	const size = formatBytes(bytes.length);
	const card = `<div class="file"><span>▤</span><div><a>${label}</a><small>${size}</small></div></div>`;
	if (!/\.(?:csv|md|txt|json)$/i.test(name)) return card;
	return `<div class="peek"><pre>${escapeHtml(beginningOf(bytes))}</pre><div><b>${label}</b> <small>${size}</small></div></div>`;
}

const peekLines = 4;

function beginningOf(bytes: Uint8Array): string {
	const lines = new TextDecoder().decode(bytes).trimEnd().split('\n');
	return [...lines.slice(0, peekLines), ...(lines.length > peekLines ? ['…'] : [])].join('\n');
}
