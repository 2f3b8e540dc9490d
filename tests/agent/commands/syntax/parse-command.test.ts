import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { CommandInfo } from '../../../../src/agent/commands/syntax/command-info.ts';
import { parseCommand } from '../../../../src/agent/commands/syntax/parse-command.ts';

const id = { kind: 'word', name: 'id', help: 'an id' } as const;
const commands: readonly CommandInfo[] = [
	{ name: 'stop', help: '', arguments: [] },
	{ name: 'load', help: '', arguments: [{ ...id, optional: true }] },
	{ name: 'steer', help: '', arguments: [{ kind: 'words', name: 'words', help: 'words' }] },
	{
		name: 'tools',
		help: '',
		subcommands: [
			{ name: 'list', help: '', arguments: [] },
			{
				name: 'set',
				help: '',
				arguments: [id, { kind: 'flag', name: 'draft', help: '', optional: true, takes: { kind: 'nothing' } }],
			},
			{
				name: 'show',
				help: '',
				arguments: [id, { kind: 'count', name: 'version', help: 'a version', most: 99, optional: true }],
			},
		],
	},
];

describe('parseCommand()', () => {
	it.each([
		['stop', { name: 'stop', args: '' }],
		[' Stop ', { name: 'stop', args: '' }],
		['/stop', { name: 'stop', args: '' }],
		['!load slack-T1', { name: 'load', args: 'slack-T1' }],
		['load', { name: 'load', args: '' }],
		['steer in blue,\nplease', { name: 'steer', args: 'in blue,\nplease' }],
		['tools', { name: 'tools', args: '' }],
		['tools  List', { name: 'tools', args: '' }],
		['tools show  sum\t2', { name: 'tools', args: 'show sum 2' }],
		['stop.', { name: 'stop', args: '' }],
		['Tools list!', { name: 'tools', args: '' }],
		['tools `list`', { name: 'tools', args: '' }],
		['tools show: “sum”', { name: 'tools', args: 'show sum' }],
		['tools set a --drft', { name: 'tools', args: 'set a --drft' }],
		['tools set --draft=no a', { name: 'tools', args: 'set --draft=no a' }],
		['steer not so.', { name: 'steer', args: 'not so.' }],
	])('takes %j as a command', (text, command) => {
		expect(parseCommand(text, commands)).toEqual(command);
	});

	it.each([
		'',
		'stop the deploy',
		'load the file, please',
		'stopp',
		'please stop',
		'//stop',
		'stop?',
		'stop. Now',
		'steer',
		'steer.',
		'teleport',
		'tools are great',
		'tools show',
		'tools show me the chart',
		'tools show sum 100',
		'tools list, show',
		'tools list all',
		'tools set a few things --really',
		'tools set some of them',
	])('leaves %j to the Brain', (text) => {
		expect(parseCommand(text, commands)).toBeUndefined();
	});

	it('only ever names a command that is in the table', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const given = parseCommand(text, commands);
				return given === undefined || commands.some((command) => command.name === given.name);
			}),
		);
	});
});
