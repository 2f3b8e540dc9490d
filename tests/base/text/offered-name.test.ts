import fc from 'fast-check';
import { expect, it } from 'vitest';
import { offeredName } from '../../../src/base/text/offered-name.ts';

const offered = ['bash', 'read_file', 'write_file', 'use_tool', 'find_tools'];

it.each([
	['bash', 'bash'],
	['Bash', 'bash'],
	['BASH', 'bash'],
	['functions.bash', 'bash'],
	['functions/bash', 'bash'],
	['default_api.read_file', 'read_file'],
	['default_api:read_file', 'read_file'],
	['tools/read-file', 'read_file'],
	['mcp__sandbox__read_file', 'read_file'],
	['read-file', 'read_file'],
	['ReadFile', 'read_file'],
	['readFile', 'read_file'],
	['functions.read_file:12', 'read_file'],
	['bash_1', 'bash'],
	['bash()', 'bash'],
	['bash.call', 'bash'],
	['bash_tool', 'bash'],
	['BashTool', 'bash'],
	['bash<|channel|>commentary', 'bash'],
	['bash<|channel|>json', 'bash'],
	['<|channel|>commentary to=functions.bash', 'bash'],
	['commentary to=functions.bash <|constrain|>json', 'bash'],
	['<|python_tag|>bash', 'bash'],
	[' bash ', 'bash'],
	['functions_bash', 'bash'],
	['call_bash', 'bash'],
	['default_api_read_file', 'read_file'],
	['bash commentary', 'bash'],
	['functions.bash json', 'bash'],
	['use_tool', 'use_tool'],
])('%s means %s', (name, meant) => {
	expect(offeredName(name, offered)).toBe(meant);
});

it.each([
	'',
	'teleport',
	'file',
	'multi_tool_use.parallel',
	'bashful',
	'bash_read_file_x',
	'<|channel|>',
	'b'.repeat(2 ** 20),
])('%.40s means none of them', (name) => {
	expect(offeredName(name, offered)).toBeUndefined();
});

it('a name that fits two means none, but for one of the two itself', () => {
	expect(offeredName('functions.ReadFile', ['read_file', 'read-file'])).toBeUndefined();
	expect(offeredName('read-file', ['read_file', 'read-file'])).toBe('read-file');
});

it('any name at all means one that was offered, or none', () => {
	const names = fc.array(fc.constantFrom('bash', 'read', '_', '-', '.', '<|', '|>', 'to=', ':', '1', '()', 'x'));
	fc.assert(
		fc.property(names, (pieces) => {
			const meant = offeredName(pieces.join(''), offered);
			expect(meant === undefined || offered.includes(meant)).toBe(true);
		}),
	);
});
