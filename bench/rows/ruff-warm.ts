/**
 * Measures how long the linter takes for a draft of some 60 lines when its thread is warm, as between the tries of a forge. Control: the
 * start of the host's `python3`, which any linter in Python would pay. How long a first check takes, its thread's start included, is said.
 */

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { silentLogger } from '../../src/base/log.ts';
import { createRuffLinter } from '../../src/lint/ruff-linter.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { toRow } from '../row.ts';

const run = promisify(execFile);

export const ruffWarm: Bench = {
	name: 'ruff-warm',
	async run(context) {
		const { signal, say } = context;
		await using linter = createRuffLinter({ log: silentLogger });
		let drafts = 0;
		const check = () => {
			drafts += 1;
			return linter.check(draftOf(drafts), signal);
		};
		const cold = await timed(check);
		const { value, control } = await compare(
			{
				subject: () => timed(check),
				control: () => timed(() => run('python3', ['-c', '1'], { signal })),
			},
			{ runs: 25, warmUps: 3 },
			context,
		);
		say(`  ruff warm ${spread(value)}, cold ${cold.toFixed(0)}; Python itself ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'value', most: 150 } })];
	},
};

/** Another source each time: nothing may be remembered. */
function draftOf(number: number): string {
	const one = (index: number) => `
def part_${number}_${index}(rows: list[dict], column: str) -> float:
    values = [float(row[column]) for row in rows if row.get(column) not in (None, "")]
    if not values:
        raise ValueError(f"no numbers in {column!r}")
    return statistics.fmean(values) + ${index}
`;
	const parts = Array.from({ length: 8 }, (_, index) => one(index)).join('\n');
	return `import csv\nimport statistics\n\n${parts}\n\ndef run(input: dict) -> dict:\n    with open(input["file"]) as file:\n        rows = list(csv.DictReader(file))\n    return {"mean": part_${number}_0(rows, input["column"])}\n`;
}
