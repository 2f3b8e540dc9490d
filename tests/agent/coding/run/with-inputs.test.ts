import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import type { PermissionAsk } from '../../../../src/agent/coding/permission.ts';
import { sessionPathsIn } from '../../../../src/store/session/layout.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding } from './open-coding.ts';

const command = (args: string) => inbound('command', { name: 'agent', args });

/** With an agent that is heard of what it was told, and inputs that lie there before. */
async function withInputs(names: readonly string[], replies?: Parameters<typeof openCoding>[0]['replies']) {
	const heard: string[] = [];
	let played: Driver['prompt'] = async (text) => {
		heard.push(text);
		return { kind: 'done' };
	};
	const at = await openCoding({ prompt: (text, watch) => played(text, watch), ...(replies && { replies }) });
	const play = (prompt: Driver['prompt']) => {
		played = prompt;
	};
	at.bench.platform.files.set('log', Buffer.from('x'));
	const { inputs } = sessionPathsIn(at.home)(sessionId).trees;
	await mkdir(inputs, { recursive: true });
	for (const name of names) await writeFile(join(inputs, name), name);
	return { ...at, heard, play, boxes: () => at.coding.done.filter((one) => one.startsWith('box ')) };
}

const ask: PermissionAsk = {
	...{ id: 't1', title: 'rm -r build', toolKind: 'execute', diffs: [] },
	options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
};

const log = { name: 'log.txt', size: 1, source: 'log' };

describe('inputs of a thread', () => {
	it('come along where a task names them, by their whole names, and the agent is told where they lie', async () => {
		await using at = await withInputs(['a.csv', 'data.csv', 'other.csv']);
		await at.bench.say(command('codex chart data.csv, please'));
		expect(at.boxes()).toEqual([`box ${sessionId}~1 with data.csv`]);
		expect(at.heard).toEqual(['chart data.csv, please\n\n(Files that came along, to be read only: /inputs/data.csv)']);
	});

	it('that a later message names come into the box that runs', async () => {
		await using at = await withInputs(['a.csv', 'b.csv']);
		await at.bench.say(command('codex look at a.csv'));
		await at.bench.say(message('now b.csv'));
		await at.bench.say(message('and the sum'));
		expect(at.boxes().slice(0, 2)).toEqual([
			`box ${sessionId}~1 with a.csv`,
			`box again ${sessionId}~1 with a.csv, b.csv`,
		]);
		expect(at.heard.slice(1)).toEqual([
			'now b.csv\n\n(Files that came along, to be read only: /inputs/b.csv)',
			'and the sum',
		]);
	});

	it('that came with its message are for it, also where that has no words', async () => {
		await using at = await withInputs([]);
		await at.bench.say(command('codex look around'));
		await at.bench.say(message('', [log]));
		expect(at.heard[1]).toBe('(Files that came along, to be read only: /inputs/log.txt)');
	});

	it('that came with a message in the place of an answer are in its box before it is told of them', async () => {
		await using at = await withInputs([]);
		const asking: Driver['prompt'] = async (text, { onPermission }) => {
			at.heard.push(text);
			if (at.heard.length === 1) await onPermission(ask);
			return { kind: 'done' };
		};
		at.play(asking);
		await at.bench.say(command('codex --ask clean up'));
		await at.bench.say(message('this instead', [log]));
		expect(at.boxes().slice(0, 2)).toEqual([`box ${sessionId}~1`, `box again ${sessionId}~1 with log.txt`]);
		expect(at.heard[1]).toContain('/inputs/log.txt');
	});

	it('are there again, all that were named, in a new box', async () => {
		await using at = await withInputs(['a.csv', 'b.csv']);
		await at.bench.say(command('codex look at a.csv'));
		await at.bench.say(message('and at this', [log]));
		at.coding.loseBoxes();
		await at.bench.say(message('go on'));
		expect(at.boxes().at(-1)).toBe(`box ${sessionId}~1 with a.csv, log.txt`);
		expect(at.heard[2]).toMatch(
			/^go on\n\n\(Files that came along, to be read only: \/inputs\/a\.csv, \/inputs\/log\.txt\)\n\n\(You/,
		);
	});

	it('that the Brain names and that are none are told to it before anything is begun', async () => {
		const delegate = (files: string[]) => ({
			calls: [{ name: 'delegate', args: { task: 'Chart it', files } }],
		});
		await using at = await withInputs(
			['data.csv'],
			[delegate(['Data.csv']), delegate(['/inputs/data.csv']), { text: 'Here it is' }],
		);
		await at.bench.say(message('have codex chart it'));
		expect(JSON.stringify(at.brain.requests[1])).toContain('There is no file \\"Data.csv\\" in /inputs.');
		expect(at.boxes()).toEqual([`box ${sessionId}~1 with data.csv`]);
		expect(at.heard).toEqual(['Chart it\n\n(Files that came along, to be read only: /inputs/data.csv)']);
	});
});
