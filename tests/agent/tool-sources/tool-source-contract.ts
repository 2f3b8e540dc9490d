import { describe, expect, it } from 'vitest';
import type { ToolContext, ToolOutcome } from '../../../src/agent/tool.ts';
import type { ListedTool, ToolSource } from '../../../src/agent/tool-sources/tool-source.ts';

/** A source with `numbers/double_number`, which is fine, and `numbers/halve_number`, which is not. Both take `{n: number}`. */
export interface OpenSource extends AsyncDisposable {
	readonly source: ToolSource;
	/** Runs that were begun so far. */
	readonly runs: () => number;
	readonly contextOf: (signal: AbortSignal) => ToolContext;
}

const never = new AbortController().signal;
const good = 'numbers/double_number';
const bad = 'numbers/halve_number';

/** The promises that `find_tools` and `use_tool` rely on. */
export function describeToolSource(name: string, open: () => Promise<OpenSource>): void {
	describe(`${name} as a source of tools`, () => {
		it('lists each tool once, and has a name without a colon', async () => {
			await using opened = await open();
			const { tools } = await listAll(opened);
			const ids = tools.map(idOf);
			expect(ids).toEqual(expect.arrayContaining([good, bad]));
			expect(new Set(ids).size).toBe(ids.length);
			expect(opened.source.name).toMatch(/^[^:]+$/);
		});

		it('lists by name and by category and name what that means, and nothing for what means nothing', async () => {
			await using opened = await open();
			const { source, contextOf } = opened;
			const named = async (one: string) => (await source.list(contextOf(never), one)).tools.map(idOf);
			expect(await named('double_number')).toEqual([good]);
			expect(await named(good)).toEqual([good]);
			expect(await named('others/double_number')).toEqual([]);
			expect(await named('')).toEqual([]);
		});

		it('describes a tool by schemas that its example fits', async () => {
			await using opened = await open();
			const description = await opened.source.describe(await toolOf(opened, good));
			expect(description.input).toMatchObject({ type: 'object', properties: { n: { type: 'number' } } });
			expect(description.example?.input).toEqual({ n: expect.any(Number) });
		});

		it('calls a tool with the input, and answers its result as text', async () => {
			await using opened = await open();
			expect(await call(opened, good, { input: { n: 2 } })).toEqual({ ok: true, text: expect.stringContaining('4') });
			expect(opened.runs()).toBe(1);
		});

		it.each([{}, { n: 'two' }, { m: 2 }])('answers a wrong input before anything runs: %j', async (input) => {
			await using opened = await open();
			const answer = await call(opened, good, { input });
			expect(answer).toEqual({ ok: false, text: expect.stringMatching(/^Wrong input of .*double_number/) });
			expect(opened.runs()).toBe(0);
		});

		it('answers a version that there is not before anything runs', async () => {
			await using opened = await open();
			const answer = await call(opened, good, { input: { n: 2 }, version: 99 });
			expect(answer).toEqual({ ok: false, text: expect.stringMatching(/double_number has no version/) });
			expect(opened.runs()).toBe(0);
		});

		it('rejects with the reason of the signal', async () => {
			await using opened = await open();
			const stopped = AbortSignal.abort(new Error('Stopped by Ada'));
			const tool = await toolOf(opened, good);
			const use = { input: { n: 2 }, version: undefined };
			await expect(opened.source.call(tool, use, opened.contextOf(stopped))).rejects.toThrow('Stopped by Ada');
		});

		it('tells a tool that works from one that does not, of which it says a word and a sentence', async () => {
			await using opened = await open();
			const { source } = opened;
			expect(source.health(await toolOf(opened, good))).toEqual({ kind: 'healthy' });
			expect(source.health(await toolOf(opened, bad))).toEqual({
				kind: 'unhealthy',
				mark: expect.stringMatching(/^\S+$/),
				why: expect.stringContaining('halve_number'),
			});
		});
	});
}

function listAll({ source, contextOf }: OpenSource) {
	return source.list(contextOf(never));
}

async function toolOf(opened: OpenSource, id: string): Promise<ListedTool> {
	const tool = (await listAll(opened)).tools.find((one) => idOf(one) === id);
	if (!tool) throw new Error(`There is no ${id}`);
	return tool;
}

async function call(
	opened: OpenSource,
	id: string,
	use: { readonly input: Readonly<Record<string, unknown>>; readonly version?: number },
): Promise<ToolOutcome> {
	const { source, contextOf } = opened;
	return source.call(await toolOf(opened, id), { version: undefined, ...use }, contextOf(never));
}

function idOf({ category, name }: ListedTool): string {
	return `${category}/${name}`;
}
