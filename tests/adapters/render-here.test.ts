import { expect, it } from 'vitest';
import { longestHere, parseMarkdown } from '../../src/adapters/markdown/parse-markdown.ts';
import { renderHere } from './render-here.ts';

it('renders long texts, and leaves its process as it was', async () => {
	const long = 'a'.repeat(longestHere + 1);
	const isRead = (text: string) => parseMarkdown(text) !== undefined;
	expect(await renderHere({ isRead })('isRead', [long])).toBe(true);
	expect(isRead(long)).toBe(false);
});
