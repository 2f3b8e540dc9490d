import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ActionInfo } from '../../../../src/agent/commands/syntax/command-info.ts';
import { completeArguments } from '../../../../src/agent/commands/syntax/complete-arguments.ts';
import { flagBehind } from '../../../../src/agent/commands/syntax/flags.ts';
import { printArguments } from '../../../../src/agent/commands/syntax/print-arguments.ts';
import { readArguments } from '../../../../src/agent/commands/syntax/read-arguments.ts';
import { usageOf } from '../../../../src/agent/commands/syntax/usage-of.ts';
import { bo } from '../../../support/commands.ts';
import { thread } from '../../../support/workbench.ts';
import { valuesFor } from './given-values.ts';

const work: ActionInfo = {
	name: 'work',
	help: 'Work',
	arguments: [
		{ kind: 'flag', name: 'ask', help: 'ask first', optional: true, takes: { kind: 'nothing' } },
		{
			kind: 'flag',
			name: 'effort',
			help: 'how hard',
			optional: true,
			takes: { kind: 'choice', choices: ['low', 'high'] },
		},
		{ kind: 'flag', name: 'model', help: 'a model', optional: true, takes: { kind: 'word', form: /^[a-z0-9.-]+$/ } },
		{ kind: 'words', name: 'task', help: 'what to do' },
	],
};

const where = { kind: 'flag', name: 'where', help: 'where', optional: true, takes: { kind: 'word' } } as const;

const fetchAction: ActionInfo = {
	name: 'fetch',
	help: 'Fetch',
	arguments: [
		{ kind: 'word', name: 'what', help: 'what' },
		...work.arguments.slice(0, 2),
		{ kind: 'word', name: 'to', help: 'where to', optional: true },
	],
};

const valuesOf = (text: string, action = work) => {
	const reading = readArguments(action, text);
	return reading.kind === 'ok' ? reading.values : reading.why;
};

describe('flags', () => {
	it.each([
		['mend it', { task: 'mend it' }],
		['--ask mend it', { ask: 'on', task: 'mend it' }],
		['--effort high --ask mend it', { effort: 'high', ask: 'on', task: 'mend it' }],
		['--effort=HIGH  mend it', { effort: 'high', task: 'mend it' }],
		['--model gpt-5.1 mend\nit', { model: 'gpt-5.1', task: 'mend\nit' }],
		['mend --ask it', { task: 'mend --ask it' }],
		['-x is wrong', { task: '-x is wrong' }],
		['—ask mend it', { ask: 'on', task: 'mend it' }],
		['–effort high -ask mend it', { effort: 'high', ask: 'on', task: 'mend it' }],
		['—all of it is wrong', { task: '—all of it is wrong' }],
		['— ask is wrong', { task: '— ask is wrong' }],
		['--model="gpt-5.1" mend it', { model: 'gpt-5.1', task: 'mend it' }],
		['--model “gpt-5.1” --effort=‘high’ mend "it"', { model: 'gpt-5.1', effort: 'high', task: 'mend "it"' }],
		['--model `gpt-5.1` mend it', { model: 'gpt-5.1', task: 'mend it' }],
		['--ask -- --effort is wrong', { ask: 'on', task: '--effort is wrong' }],
	])('are read from %j', (text, values) => {
		expect(valuesOf(text)).toEqual(values);
	});

	it.each([
		...['--asks mend it', '--ask --ask mend it', '—ask --ask mend it', '--effort mend it', '--effort= mend it'],
		...['--ask=no mend', '--ask', '--where="my app" mend it', '--where “my app” mend it'],
	])('make %j wrong', (text) => {
		expect(valuesOf(text, { ...work, arguments: [where, ...work.arguments] })).toContain(
			'takes what to do\n- `--where <where>`: where\n- `--ask`: ask first',
		);
	});

	it.each([
		['mend it --ask', 'ask'],
		['mend it —ask', 'ask'],
		['mend it --effort high', 'effort'],
		['mend it --effort=high', 'effort'],
		['mend --ask it', undefined],
		['mend the word ask', undefined],
		['mend -ask', undefined],
		['--ask', undefined],
	])('behind words are told from them: %j', (words, name) => {
		expect(flagBehind(work.arguments, words)?.name).toBe(name);
	});

	it.each([
		['a', { what: 'a' }],
		['a --ask', { ask: 'on', what: 'a' }],
		['a --effort high b --ask', { ask: 'on', effort: 'high', what: 'a', to: 'b' }],
		['--ask a b', { ask: 'on', what: 'a', to: 'b' }],
		['“a” —ask `b`', { ask: 'on', what: 'a', to: 'b' }],
		['"a b', { what: '"a', to: 'b' }],
		['a -- --ask', { what: 'a', to: '--ask' }],
		['-- --ask', { what: '--ask' }],
	])('may stand behind what is no flag where there are no words: %j', (text, values) => {
		expect(valuesOf(text, fetchAction)).toEqual(values);
	});

	it.each(['a --asks', 'a --ask --ask', '--ask', 'a b c --ask', 'a --effort'])('make %j wrong as well', (text) => {
		expect(valuesOf(text, fetchAction)).toContain('takes what and where to\n- `--ask`: a');
	});

	it.each([work, fetchAction, { ...work, arguments: [where, ...work.arguments] }])(
		'are read as they were printed',
		(action) => {
			fc.assert(
				fc.property(valuesFor(action), (values) => {
					const text = printArguments(action, action, values);
					expect(readArguments(action, text)).toEqual({ kind: 'ok', action, values });
				}),
			);
		},
	);

	it('stand in the usage with what they take', () => {
		expect(usageOf(work)).toBe('work [--ask] [--effort low|high] [--model <model>] <task>');
	});

	it('are completed where one was begun', async () => {
		const hitsAfter = async (text: string) => (await completeArguments(work, text, { person: bo, thread })).hits;
		expect(await hitsAfter('--')).toEqual(['--ask ', '--effort=low ', '--effort=high ']);
		expect(await hitsAfter('--ask --e')).toEqual(['--effort=low ', '--effort=high ']);
		expect(await hitsAfter('mend --')).toEqual([]);
		const behind = await completeArguments(fetchAction, 'a --a', { person: bo, thread });
		expect(behind.hits).toEqual(['--ask ']);
	});
});
