import { expect, it } from 'vitest';
import { saysTerminal, wayOf } from '../../src/root/verb-of.ts';

it.each([
	['whole', 'setup'],
	['whole', 'image check'],
	['whole', '--version'],
	['talk', '--version --load x'],
	['kept', 'sessions list'],
	['kept', 'tools list'],
	['kept', 'credentials add --place local'],
	['kept', 'sessions export local-1'],
	['kept', 'settings --json'],
	['demo', 'demo slack --json'],
	['talk', ''],
	['talk', '--quiet --load local-1'],
	['talk', 'no-such-verb'],
])('%s: threadsmith %s', (way, line) => {
	expect(wayOf(line.split(' ').filter(Boolean))).toBe(way);
});

it('knows by the words that somebody talks here', () => {
	expect(saysTerminal(['--load', 'local-1'])).toBe(true);
	expect(saysTerminal(['--output=json'])).toBe(true);
	expect(saysTerminal(['--loadx'])).toBe(false);
	expect(saysTerminal([])).toBe(false);
});
