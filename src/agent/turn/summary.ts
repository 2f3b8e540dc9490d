import { shorten } from '../../base/text/shorten.ts';

/** Length of a summary line for people, in characters. */
const longest = 120;

/** One line for people on what a tool call came to: its first line that says something. Pure. */
export function summaryOf(result: { readonly ok: boolean; readonly text: string }): string {
	const line = result.text.split('\n').find((candidate) => candidate.trim() !== '') ?? '';
	return shorten(line.trim(), longest);
}

/** Which argument says best what a call is about. */
const telling = ['command', 'path', 'pattern', 'name', 'tool', 'category', 'question', 'task'];

/** A call in a few words: `python3 x.py` for a bash call, the path for a file tool. Pure. */
export function titleOf(argumentsJson: string): string {
	const parsed: unknown = JSON.parse(argumentsJson);
	if (typeof parsed !== 'object' || parsed === null) return '';
	const values = new Map(Object.entries(parsed));
	const named = telling.map((key) => values.get(key)).find((candidate) => typeof candidate === 'string');
	const value =
		named ??
		[values.get('packages') ?? []]
			.flat()
			.filter((one) => typeof one === 'string')
			.join(', ');
	return typeof value === 'string' ? shorten(value.replaceAll(/\s+/g, ' ').trim(), 80) : '';
}
