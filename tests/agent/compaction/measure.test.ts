import { describe, expect, it } from 'vitest';
import type { LearnedWindow } from '../../../src/agent/compaction/measure/learned-window.ts';
import { hasGrown, limitsOf } from '../../../src/agent/compaction/measure/limits.ts';
import { looksCut, requestTokens, tokensOfAll, tokensOfText } from '../../../src/agent/compaction/measure/tokens.ts';
import { createWindows } from '../../../src/agent/compaction/measure/windows.ts';
import type { Message } from '../../../src/store/journal.ts';
import { never } from './past.ts';

describe('the limits of a window', () => {
	it.each([
		[4_096, { effective: 3_072, mask: 1_843, masked: 1_228, summarize: 2_304 }],
		[32_768, { effective: 24_576, mask: 14_745, masked: 9_830, summarize: 18_432 }],
		[200_000, { effective: 191_808, mask: 100_000, masked: 66_666, summarize: 143_856 }],
		[1_000_000, { effective: 991_808, mask: 100_000, masked: 66_666, summarize: 200_000 }],
	])('of %i tokens', (window, limits) => {
		expect(limitsOf(window)).toEqual(limits);
	});

	it('are met again after a fifth more', () => {
		expect([hasGrown(1, undefined), hasGrown(119, 100), hasGrown(120, 100)]).toEqual([true, false, true]);
	});
});

describe('tokens', () => {
	const said = (text: string): Message => ({ role: 'user', text });

	it.each([
		['English', 'The quick brown fox jumps over the lazy dog. '.repeat(20), 200],
		['Chinese', '我想总结今年的销售数据。'.repeat(20), 180],
		['code', 'const a = { b: [1, 2, 3], c: "d" };\n'.repeat(20), 200],
	])('of %s are guessed too high rather than too low', (_, text, real) => {
		expect(tokensOfText(text)).toBeGreaterThanOrEqual(real);
		expect(tokensOfText(text)).toBeLessThan(2.2 * real);
	});

	it('of a request are what the server has counted, and a guess of what came since', () => {
		const messages = [said('a'.repeat(700)), said('b'.repeat(350))];
		const all = 1_000 + tokensOfAll(messages);
		const since = tokensOfAll(messages.slice(1));
		expect(requestTokens({ messages, window: {} }, 1_000)).toBe(all);
		expect(requestTokens({ messages, window: { counted: { tokens: 1_100, at: 1 } } }, 1_000)).toBe(1_100 + since);
	});

	it.each([
		['nothing', 0],
		['what was not in its cache alone', 300],
		['two requests', 3_000],
	])('of a server that counts %s are a guess', (_, tokens) => {
		const messages = [said('a'.repeat(700))];
		const guess = requestTokens({ messages, window: {} }, 1_000);
		expect(requestTokens({ messages, window: { counted: { tokens, at: 1 } } }, 1_000)).toBe(guess);
	});
});

describe('a server that counts far less than it was sent', () => {
	const words = 'The quick brown fox jumps over the lazy dog. '.repeat(1_000);

	it.each([
		['seems to have cut it', words, 4_096, true],
		['has not, where the words are few enough', words.slice(0, 20_000), 2_000, false],
		['has not, where it is blank space', ' '.repeat(100_000), 4_096, false],
		['has not, where it counts what there is', words, 9_000, false],
	])('%s', (_, sent, counted, cut) => {
		expect(looksCut(sent, counted)).toBe(cut);
	});
});

describe('the window of a model', () => {
	const list = async () => new Map([['listed', 100_000]]);

	it('is the set one, or else the listed one, or else 32K', async () => {
		expect(await createWindows({ set: 50_000, list }).of('listed', never)).toBe(50_000);
		expect(await createWindows({ list }).of('listed', never)).toBe(100_000);
		expect(await createWindows({ list }).of('other', never)).toBe(32_768);
		expect(await createWindows({}).of('other', never)).toBe(32_768);
	});

	it('is made smaller by a refusal, and by what it names where that can be', async () => {
		const windows = createWindows({ list });
		await windows.refused('listed', 60_000, 40_000);
		expect(await windows.of('listed', never)).toBe(40_000);
		await windows.refused('listed', 30_000, undefined);
		expect(await windows.of('listed', never)).toBe(27_000);
		await windows.refused('listed', 20_000, 1_000_000);
		expect(await windows.of('listed', never)).toBe(18_000);
	});

	it('is not made smaller than what was taken by a refusal that names no limit', async () => {
		const windows = createWindows({ list });
		await windows.took('listed', 25_000);
		await windows.refused('listed', 20_000, undefined);
		expect(await windows.of('listed', never)).toBe(25_000);
		await windows.took('listed', 26_000);
		await windows.refused('listed', 20_000, undefined);
		expect(await windows.of('listed', never)).toBe(26_000);
		await windows.refused('listed', 20_000, 16_384);
		expect(await windows.of('listed', never)).toBe(16_384);
	});

	it('is not held to a limit below what its server has answered since: that was started anew', async () => {
		const windows = createWindows({ list });
		await windows.refused('listed', 5_000, 4_096);
		await windows.took('listed', 4_000);
		expect(await windows.of('listed', never)).toBe(4_096);
		await windows.took('listed', 6_000);
		expect(await windows.of('listed', never)).toBe(100_000);
	});

	it('is tried as a whole again a day after a refusal, as large as its list says then', async () => {
		let now = 1_000_000;
		let size = 100_000;
		const windows = createWindows({ now: () => now, list: async () => new Map([['listed', size]]) });
		await windows.refused('listed', 60_000, 40_000);
		await windows.refused('other', 9_000, 8_192);
		await windows.refused('large', 140_000, 131_072);
		size = 200_000;
		const sizes = async () => [
			await windows.of('listed', never),
			await windows.of('other', never),
			await windows.of('large', never),
		];
		expect(await sizes()).toEqual([40_000, 8_192, 131_072]);
		now += 86_400_000;
		expect(await sizes()).toEqual([200_000, 32_768, 131_072]);
	});

	it('is known to the next process, and one that was taken is written down only where it has grown', async () => {
		const written: LearnedWindow[] = [];
		const memory = {
			read: async () => written.at(-1),
			keep: async (_: string, learned: LearnedWindow) => void written.push(learned),
		};
		const windows = createWindows({ list, memory });
		await Promise.all([10_000, 10_500, 10_900, 11_100].map((counted) => windows.took('listed', counted)));
		expect(written.map(({ taken }) => taken?.tokens)).toEqual([10_000, 11_100]);
		await windows.refused('listed', 20_000, undefined);
		expect(await createWindows({ list, memory }).of('listed', never)).toBe(18_000);
	});

	it('that nobody names is as large as what was taken', async () => {
		const windows = createWindows({});
		await windows.took('other', 50_000);
		expect(await windows.of('other', never)).toBe(50_000);
	});

	it('is learned in the process where it cannot be kept', async () => {
		const fails = () => Promise.reject(new Error('The disk is full'));
		const windows = createWindows({ list, memory: { read: fails, keep: fails } });
		await windows.refused('listed', 60_000, 40_000);
		expect(await windows.of('listed', never)).toBe(40_000);
	});

	it('is asked for again ten minutes after its list could not be had, and not before', async () => {
		let asked = 0;
		let now = 0;
		const windows = createWindows({
			now: () => now,
			list: async () => {
				asked += 1;
				if (asked === 1) throw new Error('No connection');
				return new Map([['listed', 100_000]]);
			},
		});
		const sizes = [await windows.of('listed', never), await windows.of('listed', never)];
		now = 600_000;
		sizes.push(await windows.of('listed', never));
		expect(sizes).toEqual([32_768, 32_768, 100_000]);
		expect(asked).toBe(2);
	});

	it('is not waited for by who leaves', async () => {
		const windows = createWindows({ list: () => new Promise(() => undefined) });
		await expect(windows.of('listed', AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
	});
});
