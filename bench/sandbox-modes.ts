import { parseArgs } from 'node:util';
import { asCommand, say, whole } from './as-command.ts';
import { type ModeRows, measureMode } from './modes/measure-mode.ts';
import { modeTable } from './modes/mode-table.ts';
import { modes, nameOf } from './modes/modes.ts';
import { performancePage } from './parts/performance-page.ts';
import { writeBetween } from './parts/write-between.ts';

const command = 'node scripts/node24.mjs bench/sandbox-modes.ts --write';
const usage = `${command.replace('--write', '[--runs <most>] [--write]')}

  Measures sandboxes on each runtime, as root and as a plain user, one after the other, and prints one table. As root.

  --runs   repeat each measurement at most so often; default 8
  --write  put the table into docs/performance.md
`;

interface Choice {
	readonly runs: number;
	readonly write: boolean;
}

function choose(args: readonly string[]): Choice | undefined {
	const { values } = parseArgs({
		args: [...args],
		options: {
			help: { type: 'boolean', default: false },
			runs: { type: 'string', default: '8' },
			write: { type: 'boolean', default: false },
		},
	});
	return values.help ? undefined : { runs: whole('runs', values.runs), write: values.write };
}

async function measureAll({ runs, write }: Choice, signal: AbortSignal): Promise<number> {
	const all: ModeRows[] = [];
	for (const mode of modes) {
		say(`${nameOf(mode)}:`);
		all.push(await measureMode(mode, { runs, signal, say }));
	}
	const table = modeTable(all);
	process.stdout.write(`${table}\n`);
	if (write) await writeBetween(performancePage, command, table);
	return 0;
}

process.exitCode = await asCommand(
	{ usage, choose, run: measureAll, failed: 'The modes could not be measured' },
	process.argv.slice(2),
);
