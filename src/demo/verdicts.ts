import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { AgentEvent } from '../chat/events.ts';
import { failedMarks } from './coder-script.ts';
import type { ModelServer } from './model-server/model-server.ts';
import { type Sale, sameTotals, statedTotals, totalsInCents } from './sales.ts';

/** Whether a step of the demo happened, and what was seen of it. */
export interface Verdict {
	readonly suite: 'demo';
	readonly name: string;
	readonly value: string;
	readonly unit: string;
	readonly met: boolean;
}

/** One of the two conversations: its file, and what came of it. */
export interface Episode {
	readonly file: string;
	readonly sales: readonly Sale[];
	readonly events: readonly AgentEvent[];
}

export interface DemoFacts {
	readonly server: ModelServer;
	readonly episodes: readonly [Episode, Episode];
	/** Tries of the Coder before the second conversation. */
	readonly triesBefore: number;
	/** Where the terminal saved artifacts. */
	readonly artifacts: string;
}

/** Every step of the demo, judged by what is on the wire and on the disk. */
export async function verdictsOf(facts: DemoFacts): Promise<Verdict[]> {
	const { episodes, server, triesBefore } = facts;
	const tries = triesOf(server);
	const brain = server.requests.filter((request) => request.model === 'brain').map((request) => request.raw);
	const leaked = failedMarks.filter((mark) => brain.some((raw) => raw.includes(mark)));
	return [
		verdict(
			'both turns ended as done',
			endings(episodes).join(', '),
			endings(episodes).every((end) => end === 'done'),
		),
		verdict(
			'the first try was refused for its syntax',
			'told to the Coder',
			tries[1]?.includes('failed (syntax)') ?? false,
		),
		verdict(
			'the second try failed an example of the order',
			'told to the Coder',
			tries[2]?.includes('failed (example)') ?? false,
		),
		verdict('the third try was registered', `${triesBefore} tries`, triesBefore === 3 && usesOk(episodes[0])),
		verdict(
			'no failed try reached the Brain',
			`${brain.length} requests searched`,
			brain.length > 0 && leaked.length === 0,
		),
		verdict(
			'the second file used the same tool',
			`${tries.length - triesBefore} new tries`,
			tries.length === triesBefore && usesOk(episodes[1]),
		),
		verdict(
			'every request kept to the chat grammar',
			`${server.requests.length} requests`,
			server.requests.every((request) => request.problem === undefined),
		),
		...(await Promise.all(episodes.flatMap((episode) => fileVerdicts(episode, facts.artifacts)))),
	];
}

/** The requests for code, as they came: each is a try. */
export function triesOf({ requests }: ModelServer): readonly string[] {
	const code = requests.filter(({ body }) => body.tools === undefined && body.response_format === undefined);
	return code.map(({ raw }) => raw);
}

function fileVerdicts(episode: Episode, artifacts: string): Promise<Verdict>[] {
	const stem = episode.file.replace(/\.csv$/, '');
	return [
		tableVerdict(episode, join(artifacts, `${stem}-totals.csv`)),
		chartVerdict(episode, join(artifacts, `${stem}-totals.png`)),
		answerVerdict(episode),
	];
}

async function tableVerdict({ file, sales }: Episode, path: string): Promise<Verdict> {
	const name = `the totals of ${file} are right`;
	const csv = await readFile(path, 'utf8').catch(() => undefined);
	if (csv === undefined) return verdict(name, 'no file', false);
	const stated = statedTotals(csv);
	return verdict(name, `${stated.size} regions, recomputed apart`, sameTotals(stated, totalsInCents(sales)));
}

async function chartVerdict({ file }: Episode, path: string): Promise<Verdict> {
	const png = await readFile(path).catch(() => Buffer.alloc(0));
	const isPng = png.subarray(1, 4).toString() === 'PNG' && png.length > 5_000;
	return verdict(`the chart of ${file} is there`, `${png.length} bytes`, isPng);
}

async function answerVerdict({ file, sales, events }: Episode): Promise<Verdict> {
	const texts = events.flatMap((event) => (event.type === 'message' && event.final ? [event.text] : []));
	const totals = [...totalsInCents(sales)].map(([region, cents]) => `${region}: ${(cents / 100).toFixed(2)}`);
	const said = totals.filter((total) => texts.some((text) => text.includes(total)));
	return verdict(
		`the answer on ${file} states them`,
		`${said.length} of ${totals.length} totals`,
		said.length === totals.length,
	);
}

function endings(episodes: readonly Episode[]): string[] {
	return episodes.map(({ events }) => {
		const end = events.findLast((event) => event.type === 'turn-ended');
		return end?.type === 'turn-ended' ? end.outcome : 'none';
	});
}

function usesOk({ events }: Episode): boolean {
	const used = events.find((event) => event.type === 'tool-started' && event.tool === 'use_tool');
	const callId = used?.type === 'tool-started' ? used.callId : undefined;
	return events.some((event) => event.type === 'tool-finished' && event.callId === callId && event.ok);
}

function verdict(name: string, value: string, met: boolean): Verdict {
	return { suite: 'demo', name, value, unit: 'seen', met };
}
