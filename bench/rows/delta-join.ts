/**
 * Measures putting together the arguments of a call whose name comes with each of its pieces of eight letters: 512 KB of them. Control: half
 * as many, so that a ratio of 2 is a cost that grows with the length.
 */

import { createReplyReader } from '../../src/agent/model/wire/read-stream.ts';
import type { Bench } from '../bench.ts';
import { compare, spread, timed } from '../interleave.ts';
import { toRow } from '../row.ts';

const bytes = 512 * 1024;
const piece = 'abcdefgh';

function joined(length: number): void {
	const reader = createReplyReader({
		toolNames: new Set(['bash']),
		opensInThought: false,
		newId: () => 'a',
		answerBytes: 2 * bytes,
	});
	for (let taken = 0; taken < length; taken += piece.length) reader.take(chunkOf(taken === 0 ? '{"a":"' : piece));
	reader.take(chunkOf('"}'));
	const { calls } = reader.end(true).read.reply;
	if (calls.length !== 1) throw new Error(`The pieces of one call were read as ${calls.length}`);
}

function chunkOf(args: string): unknown {
	return { choices: [{ delta: { tool_calls: [{ index: 0, function: { name: 'bash', arguments: args } }] } }] };
}

export const deltaJoin: Bench = {
	name: 'delta-join',
	async run(context) {
		const { value, control } = await compare(
			{
				subject: () => timed(async () => joined(bytes)),
				control: () => timed(async () => joined(bytes / 2)),
			},
			{ runs: 20, warmUps: 3 },
			context,
		);
		context.say(`  512 KB ${spread(value)}; 256 KB ${spread(control)}`);
		return [toRow({ name: this.name, unit: 'ms', value, control, goal: { of: 'ratio', most: 2.5 } })];
	},
};
