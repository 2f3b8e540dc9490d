import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { strToU8, zipSync } from 'fflate';
import { describe, expect, it } from 'vitest';
import { play, withoutMemory } from '../../../bench/eval/memory/play.ts';
import { readBfcl } from '../../../bench/eval/memory/read-bfcl.ts';
import { isAnswered } from '../../../bench/eval/memory/scenario.ts';
import { scriptedBrain } from '../../../bench/eval/memory/scripted-brain.ts';
import { readChoice } from '../../../bench/eval/options.ts';
import { createOpenAiModel } from '../../../src/agent/model/openai-model.ts';
import { startModelServer } from '../../../src/demo/model-server/model-server.ts';
import { tempDir } from '../../support/temp-dir.ts';

const told = 'Our flour is from a mill in Retz. The oldest oven is called Berta.';
const scenario = {
	name: 'bakery',
	conversations: [[told]],
	questions: [{ ask: 'What is the oldest oven called?', answers: ['Berta'] }],
};

describe('npm run eval -- memory', () => {
	it('counts what is answered out of another conversation, with memory and without it', async () => {
		await using server = await startModelServer({ brain: scriptedBrain });
		const brain = createOpenAiModel({ model: 'brain', baseUrl: server.url, apiKey: undefined });
		const playing = { signal: new AbortController().signal, say: () => undefined };
		expect(await play(scenario, brain, playing)).toBe(1);
		expect(await play(scenario, withoutMemory(brain), playing)).toBe(0);
	});

	it.each([
		['It is April 1, 2024.', ['April 1 2024'], true],
		['It costs 1,150 euros', ['1150'], true],
		['Thirty-five', ['35', 'thirtyfive'], true],
		['135 people', ['35'], false],
		['I do not know', [''], false],
	])('%j is held against %j by the rule of BFCL v4', (words, answers, isRight) => {
		expect(isAnswered(words, answers)).toBe(isRight);
	});

	it('reads the questions out of a wheel, each with its answers and what is told before', async () => {
		await using dir = await tempDir();
		const line = (value: unknown) => strToU8(`${JSON.stringify(value)}\n`);
		const said = (content: string) => [[{ role: 'user', content }]];
		const wheel = zipSync({
			'bfcl_eval/data/BFCL_v4_memory.json': line({ id: 'q1', scenario: 'bakery', question: said('Which oven?') }),
			'bfcl_eval/data/possible_answer/BFCL_v4_memory.json': line({ id: 'q1', ground_truth: ['Berta'] }),
			'bfcl_eval/data/memory_prereq_conversation/memory_bakery.json': line({ id: 'p1', question: said(told) }),
		});
		const path = join(dir.path, 'data.whl');
		await writeFile(path, wheel);
		expect(await readBfcl(path)).toEqual([
			{ name: 'bakery', conversations: [[told]], questions: [{ ask: 'Which oven?', answers: ['Berta'] }] },
		]);
		await writeFile(path, zipSync({ 'other.txt': strToU8('x') }));
		await expect(readBfcl(path)).rejects.toThrow('is it one of bfcl-eval?');
	});

	it.each([
		[['memory', '--endpoint', 'http://127.0.0.1:1'], '--endpoint and --model go together'],
		[['memory', '--questions', '0'], '--questions takes a number from 1 on, not "0"'],
		[['speed'], 'There is no evaluation "speed"; there is memory'],
	])('says of %j: %s', (args, problem) => {
		expect(() => readChoice(args)).toThrow(problem);
	});
});
