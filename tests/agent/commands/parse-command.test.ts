import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { atMostOneWord, noArguments } from '../../../src/agent/commands/arguments.ts';
import type { Command } from '../../../src/agent/commands/command.ts';
import { parseCommand } from '../../../src/agent/commands/parse-command.ts';

function named(name: string, args: z.ZodType<string>): Command {
	return { info: { name, usage: name, help: '' }, args, right: 'guest', when: 'at-once', run: async () => '' };
}

const commands = [named('stop', noArguments), named('load', atMostOneWord), named('steer', z.string().min(1))];

describe('parseCommand()', () => {
	it.each([
		['stop', { name: 'stop', args: '' }],
		[' Stop ', { name: 'stop', args: '' }],
		['/stop', { name: 'stop', args: '' }],
		['!load slack-T1', { name: 'load', args: 'slack-T1' }],
		['steer in blue,\nplease', { name: 'steer', args: 'in blue,\nplease' }],
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
		'stop.',
		'steer',
		'teleport',
	])('leaves %j to the Brain', (text) => {
		expect(parseCommand(text, commands)).toBeUndefined();
	});

	it('only ever names a command that is in the table', () => {
		fc.assert(
			fc.property(fc.string(), (text) => {
				const given = parseCommand(text, commands);
				return given === undefined || commands.some((command) => command.info.name === given.name);
			}),
		);
	});
});
