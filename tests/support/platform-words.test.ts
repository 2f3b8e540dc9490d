import { describe, expect, it } from 'vitest';
import { strayPlatformWords } from './platform-words.ts';

describe('strayPlatformWords()', () => {
	it.each([
		["if (place.startsWith('discord:')) return;", 'discord'],
		["const isHosts = person.id === 'local';", "'local'"],
		["if (thread.platform === 'terminal') return;", "platform === 'terminal'"],
		["const here: Thread = { platform: 'terminal', id };", "platform: 'terminal'"],
		['export const limit = slackLimit;', 'slack'],
		['/** Those of the guild. */', 'guild'],
		["throw new Error('Slack does not answer');", 'slack'],
	])('finds the word in %j', (source, word) => {
		for (const file of ['agent/turn/a.ts', 'chat/a.ts', 'store/a.ts', 'config/config.ts', 'serve.ts', 'adapters/a.ts'])
			expect(strayPlatformWords(new Map([[file, source]]))).toEqual([`${file}: ${word}`]);
	});

	it('finds a platform that another one names', () => {
		const source = '// As Discord does, and the place of a Slack workspace.';
		expect(strayPlatformWords(new Map([['adapters/slack/a.ts', source]]))).toEqual(['adapters/slack/a.ts: discord']);
		expect(strayPlatformWords(new Map([['adapters/discord/a.ts', source]]))).toEqual(['adapters/discord/a.ts: slack']);
	});

	it('lets through where it belongs, and other words', () => {
		const slack = "import { slackFacts } from './facts.ts';";
		for (const file of ['adapters/slack/a.ts', 'adapters/slack/show/a.ts', 'demo/a.ts', 'platforms.ts'])
			expect(strayPlatformWords(new Map([[file, slack]]))).toEqual([]);
		expect(strayPlatformWords(new Map([['adapters/terminal/a.ts', "const place = 'local';"]]))).toEqual([]);
		const others = "const isTty = terminal.isTTY; const path = '/usr/local/bin'; // local time";
		expect(strayPlatformWords(new Map([['agent/a.ts', others]]))).toEqual([]);
	});
});
