import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createEmbedder, type Embedder } from '../../../../src/agent/model/endpoint/embedder.ts';
import { createMeaning } from '../../../../src/agent/tool-sources/search/meaning.ts';
import { searchTools } from '../../../../src/agent/tool-sources/search/search-tools.ts';
import type { SearchableTool } from '../../../../src/agent/tool-sources/tool-source.ts';
import { type ModelServer, startModelServer } from '../../../../src/demo/model-server/model-server.ts';
import { openSessions } from '../../../../src/store/session/session-folder.ts';
import type { SessionFolder } from '../../../../src/store/store.ts';
import { tempDir } from '../../../support/temp-dir.ts';

function tool(name: string, purpose: string): SearchableTool {
	return { category: 'c', name, purpose, usage: '', parameters: [] };
}

const tools = [tool('sum_column', 'Adds up'), tool('draw_dog', 'Draws a hound'), tool('write_song', 'Writes a tune')];

/** Knows animals from numbers and music, in any words. */
const meanings = [/sum|adds|total/i, /dog|hound|poodle/i, /song|tune|melody/i];
const means = (texts: readonly string[]) =>
	texts.map((text) => [...meanings.map((meaning) => (meaning.test(text) ? 1 : 0.1)), 0.5]);

const never = new AbortController().signal;

interface Opened extends AsyncDisposable {
	readonly home: string;
	readonly folder: SessionFolder;
	readonly logged: Readonly<Record<string, unknown>>[];
}

async function open(): Promise<Opened> {
	const dir = await tempDir();
	const sessions = openSessions(dir.path);
	const opened = await sessions.open('local-meaning');
	const logged: Readonly<Record<string, unknown>>[] = [];
	return {
		home: dir.path,
		folder: { ...opened, log: (event) => void logged.push(event) },
		logged,
		async [Symbol.asyncDispose]() {
			await sessions[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

const embedderAt = (server: ModelServer, model = 'e') => createEmbedder({ model, baseUrl: server.url });
const best = (likenesses: readonly (number | undefined)[]) =>
	searchTools('poodle', tools, likenesses).map((hit) => hit.tool.name);

describe('createMeaning()', () => {
	it('finds by meaning what no word finds', async () => {
		await using opened = await open();
		await using server = await startModelServer({}, { embeddings: { e: means } });
		const meaning = createMeaning(embedderAt(server));
		expect(best([])).toEqual([]);
		expect(best(await meaning('poodle', tools, { ...opened, signal: never }))).toEqual(['draw_dog']);
	});

	it('asks for the vectors of a tool once, over restarts, and anew after a change of the tool or the model', async () => {
		await using opened = await open();
		await using server = await startModelServer({}, { embeddings: { e: means, f: means } });
		const ask = (model: string, some: readonly SearchableTool[]) =>
			createMeaning(embedderAt(server, model))('poodle', some, { ...opened, signal: never });
		await ask('e', tools);
		await ask('e', tools);
		await ask('e', [...tools.slice(0, 2), tool('write_song', 'Writes a melody')]);
		await ask('f', tools);
		expect(server.embedded.map(({ length }) => length)).toEqual([1, 3, 1, 1, 1, 1, 3]);
	});

	it('asks anew where the model gives another number of numbers, or the file is damaged', async () => {
		await using opened = await open();
		let more = 0;
		const growing = (texts: readonly string[]) => means(texts).map((one) => [...one, ...Array(more).fill(0)]);
		await using server = await startModelServer({}, { embeddings: { e: growing } });
		const ask = () => createMeaning(embedderAt(server))('poodle', tools, { ...opened, signal: never });
		await ask();
		more = 2;
		expect(best(await ask())).toEqual(['draw_dog']);
		const file = join(opened.home, 'sessions/local-meaning/state/tool_vectors.json');
		await writeFile(file, (await readFile(file, 'utf8')).slice(0, 100));
		expect(best(await ask())).toEqual(['draw_dog']);
		expect(server.embedded.map(({ length }) => length)).toEqual([1, 3, 1, 3, 1, 3]);
	});

	it('keeps no vector of a tool that is there no more, and nothing but numbers', async () => {
		await using opened = await open();
		await using server = await startModelServer({}, { embeddings: { e: means } });
		const meaning = createMeaning(embedderAt(server));
		await meaning('poodle', tools, { ...opened, signal: never });
		await meaning('poodle', [tool('cook_soup', 'Cooks')], { ...opened, signal: never });
		const file = join(opened.home, 'sessions/local-meaning/state/tool_vectors.json');
		const stored = JSON.parse(await readFile(file, 'utf8'));
		expect(Object.keys(stored.vectors)).toHaveLength(1);
		expect(JSON.stringify(stored)).not.toMatch(/poodle|Cooks|Draws/);
	});

	it('takes texts in batches, in halves where they are too many, and goes without one that is refused', async () => {
		await using opened = await open();
		const many = Array.from({ length: 40 }, (_, at) => tool(`tool_${at}`, at === 7 ? 'bad' : 'Adds up'));
		const narrow = (texts: readonly string[]) =>
			texts.length > 8 ? 413 : texts.some((text) => text.includes('bad')) ? 400 : means(texts);
		await using server = await startModelServer({}, { embeddings: { e: narrow } });
		const found = await createMeaning(embedderAt(server))('sum', many, { ...opened, signal: never });
		expect(found.map((likeness) => likeness === undefined)).toEqual(many.map((_, at) => at === 7));
		expect(Math.max(...server.embedded.map(({ length }) => length))).toBe(32);
	});

	it('says in the log that the endpoint is away, goes by words alone, and asks it again after a while', async () => {
		await using opened = await open();
		let status = 503;
		await using server = await startModelServer(
			{},
			{ embeddings: { e: (texts) => (status === 200 ? means(texts) : status) } },
		);
		let time = 0;
		const meaning = createMeaning(embedderAt(server), { pauseMs: 100, now: () => time });
		const ask = () => meaning('poodle', tools, { ...opened, signal: never });
		expect([await ask(), await ask()]).toEqual([[], []]);
		expect(server.embedded).toHaveLength(1);
		expect(opened.logged).toEqual([
			{ event: 'tool-meaning-unknown', model: `e at ${server.url}`, reason: 'status 503' },
		]);
		[time, status] = [200, 200];
		expect(best(await ask())).toEqual(['draw_dog']);
	});

	it('uses what there is where the endpoint goes away in the middle', async () => {
		await using opened = await open();
		let asked = 0;
		const many = Array.from({ length: 40 }, (_, at) => tool(`tool_${at}`, 'Adds up'));
		const leaving = (texts: readonly string[]) => {
			asked += 1;
			return asked > 2 ? 503 : means(texts);
		};
		await using server = await startModelServer({}, { embeddings: { e: leaving } });
		const found = await createMeaning(embedderAt(server))('sum', many, { ...opened, signal: never });
		expect(found.filter((likeness) => likeness !== undefined)).toHaveLength(32);
		expect(opened.logged).toHaveLength(1);
	});

	it('waits no longer than it may for an endpoint that hangs, and rejects only when it is stopped', async () => {
		await using opened = await open();
		const hangs: Embedder = {
			name: 'e',
			embed: (_, signal) =>
				new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason))),
		};
		const meaning = createMeaning(hangs, { limitMs: 10, pauseMs: 0 });
		expect(await meaning('poodle', tools, { ...opened, signal: never })).toEqual([]);
		expect(opened.logged).toMatchObject([{ reason: 'no answer within 0.01 s' }]);
		const stopping = new AbortController();
		const found = createMeaning(hangs)('poodle', tools, { ...opened, signal: stopping.signal });
		stopping.abort(new Error('stopped'));
		await expect(found).rejects.toThrow('stopped');
	});

	it('asks nothing for no query and no tools', async () => {
		await using opened = await open();
		await using server = await startModelServer({}, { embeddings: { e: means } });
		const meaning = createMeaning(embedderAt(server));
		const scene = { ...opened, signal: never };
		expect([await meaning(' ', tools, scene), await meaning('dog', [], scene)]).toEqual([[], []]);
		expect(server.embedded).toEqual([]);
	});
});
