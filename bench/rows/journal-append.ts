/**
 * Measures how long one step takes to be in a session's journal for good: checked, numbered, appended, synced. Control: a bare write and
 * fdatasync of as many bytes to a file in the same folder.
 */

import { open } from 'node:fs/promises';
import { join } from 'node:path';
import type { Step } from '../../src/store/journal.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { tempHome } from '../parts/temp-home.ts';
import { toRow } from '../row.ts';

const step: Step = { turn: 't1', type: 'notice', text: 'x'.repeat(400) };

export const journalAppend: Bench = {
	name: 'journal-append',
	async run(context) {
		await using home = await tempHome();
		await using sessions = openSessions(home.path);
		const { journal } = await sessions.open('bench');
		const entry = await journal.append({ session: 'bench', token: 1 }, step);
		const line = `${JSON.stringify(entry)}\n`;
		await using file = await open(join(home.path, 'bare.jsonl'), 'a');
		const { value, control } = await compare(
			{
				subject: () => timed(() => journal.append({ session: 'bench', token: 1 }, step)),
				control: () => timed(() => file.writeFile(line).then(() => file.datasync())),
			},
			{ runs: 200, warmUps: 20 },
			context,
		);
		context.say(`  journal ${spread(value)}; bare ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control })];
	},
};
