import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { deepest, isDeeperThan } from '../../../base/is-deeper-than.ts';
import { headOf, sanitise } from '../../guest/sanitise.ts';
import type { CallResult } from '../../sandbox.ts';

/** The longest text of the guest, in UTF-16 units: its 5,000 of output and the words around them. */
const maxText = 8_000;
/** The longest piece that people are shown at a time. */
const maxLive = 2_000;

/** A guest's result, which is not trusted, as a call's result. */
export function toCallResult({ content, isError, structuredContent }: CallToolResult): CallResult {
	if (isDeeperThan(structuredContent, deepest))
		return failedResult(`The result is nested more than ${deepest} levels deep`);
	const texts = content.map((part) => (part.type === 'text' ? part.text : `[${part.type}]`));
	return {
		ok: isError !== true,
		text: cut(sanitise(headOf(texts.join('\n'), maxText * 2)), maxText),
		...(structuredContent !== undefined && { data: structuredContent }),
	};
}

/** A sentence of ours that tells the model why a call failed. */
export function failedResult(message: string): CallResult {
	return { ok: false, text: cut(sanitise(message), maxText) };
}

/** A call under which the sandbox died. */
export function lostResult(why: string): CallResult {
	const text = `The sandbox ended: ${why}. The next call gets a new one: files in /workspace and /outputs are kept, running processes and files elsewhere are gone.`;
	return { ok: false, text, lost: why };
}

/** Output of a running call, for people. */
export function liveText(text: string): string {
	return headOf(sanitise(headOf(text, maxLive)), maxLive);
}

function cut(text: string, length: number): string {
	return text.length <= length ? text : `${headOf(text, length)}…`;
}
