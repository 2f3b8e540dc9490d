import { parseArgs } from 'node:util';
import { asCommand, say, whole } from './as-command.ts';
import { type ChaosWish, runChaos } from './chaos/run-chaos.ts';
import { troubles } from './chaos/troubles.ts';
import { soakRows, tellOffenders } from './soak/soak-rows.ts';
import { table } from './table.ts';

const usage = `npm run chaos -- [--json] [--minutes <n>] [--threads <n>] [--seed <n>] [--runtime <name>] [--faketime <library>]

  Talks to the installed bot over a fake Slack on this machine, with a scripted model and real sandboxes, while one thing after the other
  goes wrong: ${troubles.map(({ name }) => name).join(', ')}.
  In the end every message must be answered, once and in order, no file lost, no session asleep, and nothing left on the host
  once the bot has left: containers, mounts, loop devices, processes, slots, temporary files.

  --json      one JSON object a row on standard output, and nothing else
  --minutes   default 30; each kind of trouble has befallen something after some three, and what befell nothing fails
  --threads   default 10
  --seed      the same troubles again; default: by chance
  --runtime   runc (default), crun or runsc, in whose sandboxes guests have no process on this host that could be killed
  --faketime  libfaketime.so.1, where it is neither at its usual place nor to be had by apt-get; without it the clock is not stepped

  Exit code: 0 when every promise was kept, 1 when one was not or the chaos could not be made, 2 for wrong arguments, 130 for Ctrl-C.
`;

interface Choice extends ChaosWish {
	readonly json: boolean;
}

/** Undefined: help is wanted. Throws for wrong arguments. */
function choose(args: readonly string[]): Choice | undefined {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			json: { type: 'boolean', default: false },
			minutes: { type: 'string', default: '30' },
			threads: { type: 'string', default: '10' },
			seed: { type: 'string', default: String(Date.now() % 1_000_000) },
			runtime: { type: 'string', default: 'runc' },
			faketime: { type: 'string' },
		},
	});
	if (values.help) return undefined;
	const minutes = Number(values.minutes);
	if (!(minutes > 0)) throw new Error('--minutes must be above 0');
	const { json, faketime, runtime } = values;
	return {
		json,
		faketime,
		runtime,
		minutes,
		threads: whole('threads', values.threads),
		seed: whole('seed', values.seed),
	};
}

async function chaos({ json, ...wish }: Choice, signal: AbortSignal): Promise<number> {
	say(`${wish.minutes} minutes, ${wish.threads} threads, seed ${wish.seed}`);
	const rows = soakRows(await runChaos(wish, { signal, say })).map((row) => ({
		...row,
		suite: 'chaos' as const,
	}));
	process.stdout.write(`${json ? rows.map((row) => JSON.stringify(row)).join('\n') : `\n${table(rows)}`}\n`);
	for (const row of rows) tellOffenders(row, say);
	return rows.some(({ met }) => met === false) ? 1 : 0;
}

process.exitCode = await asCommand(
	{ usage, choose, run: chaos, failed: 'The chaos could not be made' },
	process.argv.slice(2),
);
