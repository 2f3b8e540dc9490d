import { describe, expect, it } from 'vitest';
import { checkFailures, repeatedFailure } from '../../../../src/agent/turn/calls/repeated-failures.ts';
import type { JournalEntry, Step } from '../../../../src/store/journal.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound, message, openWorkbench } from '../../../support/workbench.ts';

const bash = (command: string) => ({ name: 'bash', args: { command } });
const failing = { bash: async () => ({ ok: false, text: 'exit code 1' }) };
const ended =
	'ended failed: Stopped: the model made the same call of bash 6 times, and each time it failed in the same way';

/** What the Brain was told by the newest result of each request. */
const told = (brain: ReturnType<typeof scriptedModel>) =>
	brain.requests.slice(1).map(({ messages }) => messages.at(-1)?.text ?? '');

describe('a call that fails in the same way again and again', () => {
	it('is told of at its third failure, and ends the turn at its sixth', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel(Array.from({ length: 20 }, () => ({ calls: [bash('make')] })));
		await using bench = openWorkbench({ home: dir.path, brain, tools: failing });
		await bench.say(message('go'));
		expect(brain.requests).toHaveLength(6);
		expect(told(brain).map((text) => text.includes('The same call has failed'))).toEqual([
			false,
			false,
			true,
			true,
			true,
		]);
		expect(told(brain)[2]).toContain('exit code 1\n(The same call has failed 3 times in this turn');
		expect(bench.platform.posts.at(-1)).toBe(ended);
	});

	it('is noticed where two of them alternate', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel(Array.from({ length: 30 }, (_, at) => ({ calls: [bash(at % 2 === 0 ? 'a' : 'b')] })));
		await using bench = openWorkbench({ home: dir.path, brain, tools: failing });
		await bench.say(message('go'));
		expect(brain.requests).toHaveLength(11);
		expect(bench.platform.posts.at(-1)).toBe(ended);
	});

	it('begins anew where it goes well, or fails in another way, in between', async () => {
		await using dir = await tempDir();
		const ends = ['no', 'no', 'fine', 'no', 'no', 'not so', 'no', 'no'];
		const brain = scriptedModel([...ends.map(() => ({ calls: [bash('make')] })), { text: 'ok' }]);
		let at = 0;
		const tools = {
			bash: async () => {
				const text = ends[at++] ?? '';
				return { ok: text === 'fine', text };
			},
		};
		await using bench = openWorkbench({ home: dir.path, brain, tools });
		await bench.say(message('go'));
		expect(told(brain)).toEqual(ends);
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});

	it('counts once where one message makes it many times', async () => {
		await using dir = await tempDir();
		const many = Array.from({ length: 8 }, () => bash('make'));
		const brain = scriptedModel([{ calls: many }, { text: 'ok' }]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: failing });
		await bench.say(message('go'));
		expect(bench.platform.posts.at(-1)).toBe('ended done');
	});

	it('is counted for each turn alone', async () => {
		await using dir = await tempDir();
		const turn = [...Array.from({ length: 4 }, () => ({ calls: [bash('make')] })), { text: 'ok' }];
		const brain = scriptedModel([...turn, ...turn]);
		await using bench = openWorkbench({ home: dir.path, brain, tools: failing });
		await bench.say(message('one'));
		await bench.say(message('two'));
		expect(bench.platform.posts.filter((post) => post === 'ended done')).toHaveLength(2);
	});

	it('is counted from the journal: a restart forgets nothing', async () => {
		await using dir = await tempDir();
		const calls = Array.from({ length: 4 }, () => ({ calls: [bash('make')] }));
		const before = scriptedModel([...calls, { text: 'wait', hangs: true }]);
		{
			await using bench = openWorkbench({ home: dir.path, brain: before, tools: failing });
			void bench.dispatch.accept(message('go')).catch(() => undefined);
			while (before.requests.length < 5) await new Promise(setImmediate);
		}
		const after = scriptedModel(calls);
		await using bench = openWorkbench({ home: dir.path, brain: after, tools: failing });
		await bench.dispatch.recover();
		await bench.say(inbound('command', { name: 'status', args: '' }));
		while (!bench.platform.posts.includes(ended)) await new Promise(setImmediate);
		expect(after.requests).toHaveLength(2);
	});
});

type Told = 'nothing' | 'told' | 'ended';

/** What comes of each failure of calls with these arguments and results, one after the other. */
function failures(made: readonly (readonly [args: string, result: string])[]): readonly Told[] {
	const entries: JournalEntry[] = [];
	const record = (step: Step) =>
		void entries.push({ seq: entries.length, at: '2026-01-01T00:00:00.000Z', lease: 1, step });
	return made.map(([args, result], at) => {
		const call = { id: `c${at}`, name: 'bash', arguments: args };
		record({ turn: 't', type: 'model', message: { role: 'assistant', text: '', calls: [call] } });
		const mark = repeatedFailure(call, result, entries);
		record({ turn: 't', type: 'tool-finished', callId: call.id, ok: false, text: `${result}${mark}`, ms: 1 });
		try {
			checkFailures(entries);
			return mark === '' ? 'nothing' : 'told';
		} catch {
			return 'ended';
		}
	});
}

const noticed = ['nothing', 'nothing', 'told', 'told', 'told', 'ended'];
const six = [0, 1, 2, 3, 4, 5];

describe('a failure is the same', () => {
	it.each<readonly [what: string, result: (at: number) => string]>([
		['clocks', (at) => `boom at 12:00:0${at}`],
		['dates', (at) => `[2026-01-0${at + 1}T10:00:00.123Z] boom`],
		['durations', (at) => `boom after 0.${at} s, ${at}ms, ${at + 1} seconds`],
		['addresses', (at) => `<Object at 0x7f3a${at}b>`],
		['ids', (at) => `run 3f2${at}a9c1, 1a2b${at}c3d-1111-2222-3333-44445555666${at} failed`],
		['temporary names', (at) => `no such file: /tmp/tmp${at}x_y2k9q`],
	])('whatever its %s are', (_, result) => {
		expect(failures(six.map((at) => ['{"command":"x"}', result(at)]))).toEqual(noticed);
	});

	it('whatever the blanks and the order of its arguments are, and whether numbers are text', () => {
		const written = ['{"a":1,"b":true}', '{ "b": true, "a": 1 }', '{"a":"1","b":"true"}'];
		expect(failures(six.map((at) => [written[at % 3] ?? '', 'boom']))).toEqual(noticed);
	});
});

it.each<readonly [what: string, result: (at: number) => string]>([
	['fewer tests fail', (at) => `${9 - at} of 12 tests failed`],
	['it fails in another line', (at) => `main.c:1${at}:34: error: x`],
	['another word is said', (at) => `${'x'.repeat(at)} failed`],
])('a call fails in another way where %s', (_, result) => {
	expect(failures(six.map((at) => ['{"command":"x"}', result(at)]))).toEqual(six.map(() => 'nothing'));
});

it('another call is another one: what is in a text is kept', () => {
	expect(failures(six.map((at) => [`{"command":"x${' '.repeat(at)}"}`, 'boom']))).toEqual(six.map(() => 'nothing'));
});
