import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { completeArguments } from '../../../../src/agent/commands/syntax/complete-arguments.ts';
import { readArguments } from '../../../../src/agent/commands/syntax/read-arguments.ts';
import { toolsCommand } from '../../../../src/agent/commands/tools.ts';
import { createRoles, noRules } from '../../../../src/chat/people.ts';
import type { Person } from '../../../../src/chat/thread.ts';
import { places } from '../../../../src/platforms.ts';
import { builtIns } from '../../../../src/sandbox/built-ins.ts';
import { bo, cy, said } from '../../../support/commands.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { thread } from '../../../support/workbench.ts';
import { openBench } from '../open-bench.ts';

async function openTools() {
	const at = await openBench();
	const command = toolsCommand({ ...at.bench, builtIns, roleOf: createRoles(noRules, places), places });
	return { ...at, command, read: (text: string) => readArguments(command, text) };
}

describe('what /tools may be asked', () => {
	it.each([
		['', 'list', {}],
		['list', 'list', {}],
		[' show  sum ', 'show', { name: 'sum' }],
		['show tables/sum 2', 'show', { name: 'tables/sum', version: 2 }],
		['versions sum', 'versions', { name: 'sum' }],
		['rollback sum', 'rollback', { name: 'sum' }],
		['share a/b 12', 'share', { name: 'a/b', version: 12 }],
	])('is %j', async (text, name, values) => {
		await using at = await openTools();
		expect(at.read(text)).toMatchObject({ kind: 'ok', action: { name }, values });
	});

	it.each([
		...['are great', 'show', 'show me the chart', 'versions sum 2', 'rollback sum 0', 'show ../x', 'forget sum'],
		...['show sum 1000000', 'show 7', 'list sum'],
	])('is not %j', async (text) => {
		await using at = await openTools();
		expect(at.read(text).kind).toBe('wrong');
	});

	it('is read as it was taken', async () => {
		await using at = await openTools();
		const word = fc.stringMatching(/^[a-z0-9_]{1,20}$/);
		fc.assert(
			fc.property(word, word, fc.integer({ min: 1, max: 999_999 }), (category, name, version) => {
				const asked = `${category}/${name}`;
				expect(at.read(`show ${asked} ${version}`)).toMatchObject({
					kind: 'ok',
					action: { name: 'show' },
					values: { name: asked, version },
				});
			}),
		);
	});

	it('is completed with verbs, then with the names of tools in sessions that one took part in', async () => {
		await using at = await openTools();
		await at.bench.say(said('mine', { person: bo }));
		await keepTool(at.folder);
		const complete = (text: string, person: Person) => completeArguments(at.command, text, { person, thread });
		expect(await complete('s', bo)).toEqual({ hits: ['show ', 'share '], on: 's' });
		expect(await complete('l', bo)).toEqual({ hits: ['list'], on: 'l' });
		expect(await complete('show d', bo)).toEqual({ hits: ['double_number'], on: 'd' });
		expect(await complete('rollback ', bo)).toEqual({ hits: ['double_number', 'numbers/double_number'], on: '' });
		expect((await complete('show double_number ', bo)).hits).toEqual([]);
		expect((await complete('show d', cy)).hits).toEqual([]);
	});
});
