import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { createCompaction } from '../../../src/agent/compaction/compaction.ts';
import { createWindows } from '../../../src/agent/compaction/measure/windows.ts';
import { createOpenAiModel } from '../../../src/agent/model/openai-model.ts';
import { type ModelServer, startModelServer } from '../../../src/demo/model-server/model-server.ts';
import type { RecordedRequest } from '../../../src/demo/model-server/script.ts';
import type { JournalEntry } from '../../../src/store/journal.ts';
import { message, openWorkbench, sessionId, type Workbench } from '../../../tests/support/workbench.ts';
import { tempHome } from '../../parts/temp-home.ts';
import type { SoakContext, SoakResult } from '../run-soak.ts';
import { brainReply, factEvery, factOf, summarizerReply, wordsOf } from './long-script.ts';
import { earlyIn, judgeLong, type LongOutcome, lateIn, medianOf, type TurnFacts } from './long-verdicts.ts';

/** The server refuses more. */
const window = 32_768;

/**
 * One person says something in one thread for thousands of turns, each with a call whose result is long, to a model whose server refuses
 * what does not fit. All in this process: the store, the folders and the requests are real, the sandbox is not.
 */
export async function runLong(
	{ turns }: { readonly turns: number },
	{ signal, say }: SoakContext,
): Promise<SoakResult> {
	await using stack = new AsyncDisposableStack();
	const { path } = stack.use(await tempHome());
	const scripts = { brain: brainReply, summarizer: summarizerReply };
	const server = stack.use(await startModelServer(scripts, { window }));
	const modelOf = (model: string) => createOpenAiModel({ model, baseUrl: server.url, apiKey: 'sk-soak' });
	const summary = { summarizer: modelOf('summarizer'), windows: createWindows({}), seconds: 20, probe: 'off' as const };
	const compaction = createCompaction({ windows: createWindows({}), summary });
	const tools = { bash: () => ({ ok: true, text: 'a row of what was found in it, and one more\n'.repeat(70) }) };
	const bench = stack.use(openWorkbench({ home: path, brain: modelOf('brain'), tools, compaction }));
	const done: TurnFacts[] = [];
	for (let turn = 1; turn <= turns; turn += 1) {
		signal.throwIfAborted();
		done.push(await doTurn(turn, bench, server));
		if (turn % 100 === 0) say(`  ${turn} turns, ${done.at(-1)?.heap} MB, ${done.at(-1)?.ms} ms`);
	}
	const { journal } = await bench.sessions.open(sessionId);
	const outcome = { turns: done, entries: await journal.after(0), ...(await askForAll(turns, bench, server)) };
	return { verdicts: judgeLong(outcome), counts: countsOf(outcome) };
}

async function doTurn(turn: number, bench: Workbench, server: ModelServer): Promise<TurnFacts> {
	const before = performance.now();
	await bench.say(message(wordsOf(turn)));
	const ms = Math.round(performance.now() - before);
	const answered = bench.platform.posts.some((post) => post === `Answer ${turn}`);
	const ended = bench.platform.posts.filter((post) => post.startsWith('ended')).at(-1) ?? 'not ended';
	const longest = Math.max(0, ...server.requests.map(({ raw }) => raw.length));
	empty(bench, server);
	return { turn, ms, answered, ended, longest, heap: turn % 50 === 0 ? heapMegabytes() : undefined };
}

/** What the stand-ins remember is not what is measured. */
function empty({ platform }: Workbench, server: ModelServer): void {
	platform.posts.length = 0;
	platform.events.length = 0;
	(server.requests as RecordedRequest[]).length = 0;
}

/** The facts that the Brain does not know in the end: neither a summary nor words of people hold them. */
async function askForAll(turns: number, bench: Workbench, server: ModelServer): Promise<Pick<LongOutcome, 'lost'>> {
	await bench.say(message(`Request ${turns + 1}. Say all words.`));
	const request = server.requests.findLast(({ model }) => model === 'brain')?.raw ?? '';
	const facts = Array.from({ length: Math.floor(turns / factEvery) }, (_, nth) => factOf(nth + 1));
	return { lost: facts.filter((fact) => !request.includes(fact)) };
}

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function heapMegabytes(): number {
	collectGarbage();
	return Math.round(process.memoryUsage().heapUsed / 2 ** 20);
}

function countsOf({ turns, entries }: Pick<LongOutcome, 'turns' | 'entries'>): SoakResult['counts'] {
	const by = (how: string) => entries.filter(({ step }) => step.type === 'compacted' && step.by === how).length;
	const refused = entries.filter(({ step }: JournalEntry) => step.type === 'not-compacted').length;
	const heaps = turns.flatMap(({ heap }) => heap ?? []);
	return [
		{ name: 'turns', value: turns.length, unit: 'turns' },
		{ name: 'results-cleared', value: by('masked'), unit: 'times' },
		{ name: 'summaries', value: by('summarized'), unit: 'times' },
		{ name: 'summaries-not-made', value: refused, unit: 'times' },
		{ name: 'oldest-left-out', value: by('dropped'), unit: 'times' },
		{
			name: 'longest-request',
			value: Math.round(Math.max(...turns.map(({ longest }) => longest)) / 4),
			unit: 'tokens',
		},
		{ name: 'heap-at-first', value: heaps[0] ?? 0, unit: 'MB' },
		{ name: 'heap-at-last', value: heaps.at(-1) ?? 0, unit: 'MB' },
		{ name: 'turn-at-first', value: medianOf(earlyIn(turns)), unit: 'ms' },
		{ name: 'turn-at-last', value: medianOf(lateIn(turns)), unit: 'ms' },
	];
}
