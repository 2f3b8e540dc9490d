import { describe, expect, it } from 'vitest';
import { helpText } from '../../../src/agent/commands/help.ts';
import { spoken } from '../../../src/agent/commands/spoken.ts';

describe('spoken()', () => {
	it('says a command as people give it where they are', () => {
		expect(spoken('load <id>', { platform: 'terminal' })).toBe('/load <id>');
		expect(spoken('load <id>', { platform: 'discord' })).toBe('/smith load <id>');
		expect(spoken('load <id>', { platform: 'slack' })).toBe('load <id>');
	});
});

describe('helpText()', () => {
	it('lists commands in columns, as they are given there', () => {
		const infos = [
			{ name: 'load', usage: 'load <id>', help: 'Go on' },
			{ name: 'new', usage: 'new', help: 'Begin anew' },
		];
		expect(helpText(infos, { platform: 'discord' })).toBe('/smith load <id>  Go on\n/smith new        Begin anew');
	});
});
