import { describe, expect, it } from 'vitest';
import { helpText } from '../../../../src/agent/commands/help.ts';
import { createSpell } from '../../../../src/agent/commands/syntax/command-syntax.ts';
import { platformCommands } from '../../../../src/platforms.ts';

describe('createSpell()', () => {
	it('says a command as people give it where they are', () => {
		const spell = createSpell(platformCommands);
		expect(spell('load [id]', { platform: 'terminal' })).toBe('/load [id]');
		expect(spell('load [id]', { platform: 'discord' })).toBe('/smith load [id]');
		expect(spell('load [id]', { platform: 'slack' })).toBe('load [id]');
	});

	it('says it as a message where the platform states nothing', () => {
		expect(createSpell({})('load [id]', { platform: 'slack' })).toBe('load [id]');
	});
});

describe('helpText()', () => {
	const infos = [
		{ name: 'load', help: 'Go on', arguments: [{ kind: 'word', name: 'id', help: 'an id' }] },
		{ name: 'new', help: 'Begin anew', arguments: [] },
	] as const;

	it('lists commands in columns, as they are given there', () => {
		const platforms = { discord: { before: '/smith ', own: [] } };
		expect(helpText(infos, { platform: 'discord' }, platforms)).toBe(
			'/smith load <id>  Go on\n/smith new        Begin anew',
		);
	});

	it('gives no column the width of a command with many flags', () => {
		const flag = { kind: 'flag', help: 'x', optional: true, takes: { kind: 'word' } } as const;
		const flags = ['folder', 'model', 'effort', 'other'].map((name) => ({ ...flag, name }));
		const long = { name: 'agent', help: 'Work', arguments: flags };
		expect(helpText([...infos, long], { platform: 'slack' }, platformCommands).split('\n')[1]).toMatch(
			/new {6,12}Begin/,
		);
	});

	it('lists what only the platform has behind them', () => {
		const lines = (platform: 'terminal' | 'slack' | 'discord') =>
			helpText(infos, { platform }, platformCommands).split('\n').slice(2);
		expect(lines('terminal')).toEqual([
			'/output     Show the whole output of the last call',
			'/quit       Leave; the session can be loaded again',
			'/exit       The same as quit',
		]);
		expect(lines('discord')[0]).toMatch(/^\/smith ask <prompt> {2}Ask for something/);
		expect(lines('slack')).toEqual([]);
	});
});
