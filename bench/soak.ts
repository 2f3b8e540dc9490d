import { parseArgs } from 'node:util';
import { asCommand, say, whole } from './as-command.ts';
import { runLong } from './soak/long/run-long.ts';
import { openDiscord } from './soak/open-discord.ts';
import { openSlack } from './soak/open-slack.ts';
import { runOutage } from './soak/outage/run-outage.ts';
import type { SoakWish } from './soak/plan.ts';
import { runSoak, type SoakContext, type SoakResult } from './soak/run-soak.ts';
import { soakRows, tellOffenders } from './soak/soak-rows.ts';
import { table } from './table.ts';

/** `turns`: of a talk in one thread. */
type Wish = SoakWish & { readonly turns: number };
type Soak = (wish: Wish, context: SoakContext) => Promise<SoakResult>;

const soaks: Readonly<Record<string, Soak>> = {
	slack: (wish, context) => runSoak(wish, () => openSlack(wish.threads), context),
	discord: (wish, context) => runSoak(wish, () => openDiscord(wish.threads), context),
	outage: runOutage,
	long: runLong,
};

const usage = `npm run soak -- ${Object.keys(soaks).join('|')} [--json] [--threads <n>] [--messages <n>] [--seed <n>] [--turns <n>]

  Talks to the installed bot in many threads at once over a fake platform on this machine, with a scripted model and real
  sandboxes. One message in ten is delivered twice, one in twenty over a connection that ends, one call in twenty is refused
  for its rate, and the bot is killed twice (kill -9) and started again. In the end every message must be answered once and
  in order, no file lost, nothing posted twice, nothing left as if it were under way.

  outage       one message in each thread of Slack and Discord; then the platforms, the disk or the file descriptors are away for 5 to 120 s
               at every point of a turn. Nobody writes afterwards and nothing is started again: all must be answered, once, within a
               minute of the end (--messages has no meaning there)

  long         one thread that goes on for 2,000 turns, on a model whose server refuses more than 32K tokens, in this process and without
               sandboxes: no turn may fail, nothing that was to be kept may be lost, and the last turns may take no longer, and no more
               memory, than the early ones (--turns alone has a meaning there)

  --json       one JSON object a row on standard output, and nothing else
  --threads    default 200
  --messages   default 2000; at least as many as threads
  --turns      default 2000; at least 20
  --seed       the same messages and troubles again; default: by chance

  Exit code: 0 when every promise was kept, 1 when one was not or the soak could not be run, 2 for wrong arguments, 130 for Ctrl-C.
`;

interface Choice extends Wish {
	readonly json: boolean;
	readonly soak: Soak;
}

/** Undefined: help is wanted. Throws for wrong arguments. */
function choose(args: readonly string[]): Choice | undefined {
	const { values, positionals } = parseArgs({
		args: [...args],
		allowPositionals: true,
		options: {
			help: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			threads: { type: 'string', default: '200' },
			messages: { type: 'string', default: '2000' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			turns: { type: 'string', default: '2000' },
		},
	});
	if (values.help) return undefined;
	const numbers = (['threads', 'messages', 'seed', 'turns'] as const).map((name) => whole(name, values[name]));
	const [threads, messages, seed, turns = 0] = numbers;
	const [platform = '', ...others] = positionals;
	const run = soaks[platform];
	if (!run || others.length > 0) throw new Error(`Name one of ${Object.keys(soaks).join(', ')}`);
	if (!threads || !messages || messages < threads) throw new Error('--messages must be at least as many as --threads');
	if (turns < 20) throw new Error('--turns must be at least 20');
	return { json: values.json, soak: run, threads, messages, seed: seed ?? 1, turns };
}

async function soak({ json, soak: run, ...wish }: Choice, signal: AbortSignal): Promise<number> {
	say(`${wish.threads} threads, seed ${wish.seed}`);
	const rows = soakRows(await run(wish, { signal, say }));
	const text = json ? rows.map((row) => JSON.stringify(row)).join('\n') : `\n${table(rows)}`;
	process.stdout.write(`${text}\n`);
	for (const row of rows) tellOffenders(row, say);
	return rows.some(({ met }) => met === false) ? 1 : 0;
}

process.exitCode = await asCommand(
	{ usage, choose, run: soak, failed: 'The soak could not be run' },
	process.argv.slice(2),
);
