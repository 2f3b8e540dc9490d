import { describe, expect, it } from 'vitest';
import { asUse } from '../../../src/agent/tool-sources/as-use.ts';

const meant = { name: 'numbers/double_number', input: { n: 2 } };
const { name, input } = meant;

describe('asUse', () => {
	it.each([
		['the tool under the name that results give it', { tool: name, input }, meant],
		['the tool and its input under names of functions', { tool_name: name, arguments: input }, meant],
		['an input as text', { name, args: '{"n": 2}' }, { name, input: '{"n": 2}' }],
		['an input beside the name', { name, n: 2 }, meant],
		['an input and a version beside the name', { name, n: 2, version: 1 }, { ...meant, version: 1 }],
		['a call as an answer of forge_tool shows it', { use_tool: meant }, meant],
		['its own names before others', { ...meant, tool: 'other' }, { ...meant, tool: 'other' }],
		['no object', 'double_number', 'double_number'],
		['no name', { input }, { input }],
	])('reads %s', (_, given, expected) => {
		expect(asUse(given)).toEqual(expected);
	});
});
