/**
 * Measures whether a tool is found again among 200: by queries in other words, in other languages and misspelt, each the share that has it
 * among the first five (and the first, which is told); and which of 47 orders are answered by a tool that there is: 25 for the same in other
 * words, 22 for something else, opposites among them. Control: the search by bare words that stood in its place before.
 */

import { contentHash } from '../../src/agent/forge/registry/content-hash.ts';
import { type Manifest, versionFiles } from '../../src/agent/forge/registry/manifest.ts';
import { lookFirst } from '../../src/agent/forge/spec/look-first.ts';
import { loadSession } from '../../src/agent/session/session.ts';
import type { ToolContext } from '../../src/agent/tool.ts';
import { searchTools } from '../../src/agent/tool-sources/search/search-tools.ts';
import type { SearchableTool } from '../../src/agent/tool-sources/tool-source.ts';
import { folderOf } from '../../src/chat/place.ts';
import { places } from '../../src/platforms.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { Catalog, Sessions } from '../../src/store/store.ts';
import type { Bench, BenchContext } from '../bench.ts';
import { spread, timed } from '../interleave.ts';
import { openSandboxBench } from '../parts/sandbox-bench.ts';
import { tempHome } from '../parts/temp-home.ts';
import { searchTools as formerSearch } from '../recall/former-search.ts';
import {
	type Kind,
	kinds,
	type Order,
	type RecallData,
	type RecallTool,
	readRecallData,
} from '../recall/recall-data.ts';
import { type Goal, type Row, toRow } from '../row.ts';
import { summarise } from '../summary.ts';

const least: Readonly<Record<Kind, number>> = { words: 95, language: 90, misspelt: 95 };

export const toolRecall: Bench = {
	name: 'tool-recall',
	async run(context) {
		const data = await readRecallData();
		const former = data.tools.map(({ found: _, ...tool }) => tool);
		const rows = kinds.map((kind) => {
			const now = recall(kind, data, (text) => searchTools(text, data.tools));
			const before = recall(kind, data, (text) => formerSearch(text, former));
			context.say(
				`  ${kind}: first ${now.first} %, among five ${now.five} %; before ${before.first} and ${before.five} %`,
			);
			return rowOf(`${this.name}-${kind}`, '%', now.five, before.five, { of: 'value', least: least[kind] });
		});
		return [...rows, ...(await reuse(this.name, data, context)), await cost(this.name, data, context)];
	},
};

function rowOf(name: string, unit: string, value: number, control: number, goal?: Goal): Row {
	return toRow({
		name,
		unit,
		value: summarise([value]),
		...(control > 0 && { control: summarise([control]) }),
		...(goal && { goal }),
	});
}

type Search = (text: string) => readonly { readonly tool: SearchableTool }[];

/** Shares of the queries of a kind, in per cent. */
function recall(kind: Kind, { queries }: RecallData, search: Search) {
	const asked = queries.filter((query) => query.kind === kind);
	const places = asked.map(({ tool, text }) => search(text).findIndex((hit) => idOf(hit.tool) === tool));
	const share = (most: number) => (100 * places.filter((at) => at >= 0 && at < most).length) / asked.length;
	return { first: share(1), five: share(5) };
}

function idOf({ category, name }: SearchableTool): string {
	return `${category}/${name}`;
}

/** From where on the former search took a tool for the one that is wanted. */
const formerScore = 0.75;

async function reuse(name: string, { tools, orders }: RecallData, context: BenchContext): Promise<readonly Row[]> {
	await using home = await tempHome();
	await using under = await openSandboxBench(context);
	await using sessions = openSessions(home.path);
	const lab = await under.acquire('lab');
	// One for all orders: its start is not measured here
	const labs = { open: () => ({ sandbox: async () => lab, [Symbol.dispose]: () => {} }) };
	const scene = await sceneOf(sessions, await under.acquire('recall'), context);
	const catalog = await sessions.catalog(folderOf(places.conversationOf(scene.call.thread).place ?? ''));
	for (const tool of tools) await keep(catalog, tool);
	const counts = { now: none(), before: none() };
	for (const order of orders) {
		context.signal.throwIfAborted();
		const found = await lookFirst(order.spec, false, { deps: { sessions, places, labs }, context: scene });
		const isFound = isReused(order, found);
		if (isFound !== (order.kind === 'same')) context.say(`  wrong of ${order.spec.name}: ${found ?? 'nothing'}`);
		if (isFound) counts.now[order.kind] += 1;
		if (isReused(order, formerlyOffered(order, tools))) counts.before[order.kind] += 1;
	}
	const { now, before } = counts;
	return [
		rowOf(`${name}-reused`, 'orders', now.same, before.same),
		rowOf(`${name}-false`, 'orders', now.other, before.other, { of: 'value', most: 0 }),
	];
}

function none(): Record<Order['kind'], number> {
	return { same: 0, other: 0 };
}

function formerlyOffered({ spec }: Order, tools: RecallData['tools']): string | undefined {
	const [best] = formerSearch(
		`${spec.name} ${spec.purpose}`,
		tools.map(({ found: _, ...tool }) => tool),
	);
	return best && best.score >= formerScore ? idOf(best.tool) : undefined;
}

/** For the same thing it must be that tool, for another any is wrong. */
function isReused({ kind, tool }: Order, found: string | undefined): boolean {
	return found !== undefined && (kind === 'other' || found.includes(tool));
}

async function sceneOf(
	sessions: Sessions,
	sandbox: Awaited<ReturnType<ToolContext['sandbox']>>,
	{ signal }: BenchContext,
): Promise<ToolContext> {
	const folder = await sessions.open('local-recall');
	return {
		session: await loadSession(folder, { session: folder.id, token: 1 }),
		call: { id: 'c1', thread: { platform: 'terminal', id: 'recall' }, person: undefined, answer: undefined },
		sandbox: async () => sandbox,
		output: () => undefined,
		signal,
	};
}

/** A tool that no order is near to has no code: it fails if it is run. */
async function keep(catalog: Catalog, { id, body, ...tool }: RecallTool): Promise<void> {
	const object = { type: 'object', additionalProperties: false };
	const { input, output, code } = body ?? {
		input: object,
		output: object,
		code: 'def run(input):\n    raise KeyError\n',
	};
	const files = { [versionFiles.code]: `${code}\n`, [versionFiles.tests]: '[]' };
	const manifest: Manifest = {
		format: 2,
		category: tool.category,
		name: tool.name,
		version: 1,
		purpose: tool.purpose,
		usage: '',
		...(tool.found && { found: tool.found }),
		input: { ...input },
		output: { ...output },
		example: { input: Object.fromEntries(tool.parameters.map((name) => [name, ''])), output: {} },
		varies: false,
		capabilities: [],
		dependencies: [],
		sha256: contentHash(files),
		forgedAt: '2026-01-01T00:00:00Z',
		provenance: { session: 'local-other', coder: 'none', seeds: [], tries: 1 },
	};
	await catalog.tools.add(id, () => ({ ...files, [versionFiles.manifest]: JSON.stringify(manifest) }));
	await catalog.tools.point({ tool: id, version: 1 });
}

async function cost(name: string, { tools, queries }: RecallData, { runs, say, signal }: BenchContext): Promise<Row> {
	const samples: number[] = [];
	for (let run = -20; run < runs(200); run += 1) {
		signal.throwIfAborted();
		const read = structuredClone(tools);
		const { text } = queries[Math.abs(run) % queries.length] ?? { text: '' };
		const took = await timed(async () => searchTools(text, read));
		if (run >= 0) samples.push(took);
	}
	const value = summarise(samples);
	say(`  search ${spread(value)}`);
	return toRow({ name: `${name}-search`, unit: 'ms', value, goal: { of: 'value', most: 5 } });
}
