import { expect, test } from 'vitest';
import { idsCommand, idsIn, sandboxesOf } from '../../../scripts/base/user.mjs';

test('ids for a new user lie above and between those of others, never in them', () => {
	expect(idsCommand('ann', ['', ''])).toBe('usermod --add-subuids 1048576-2097151 --add-subgids 1048576-2097151 ann');
	const taken = 'bob:1048576:65536\ncontainers:2147483648:1000\n';
	expect(idsCommand('ann', [taken, 'eve:2097152:1\n'])).toContain('--add-subuids 3145728-4194303 ');
});

test('ids are counted by name and by number, and 4,096 of them make a sandbox', () => {
	expect(idsIn('ann:1:65536\nbob:9:9\n1000:5:4096\n', ['ann', '1000'])).toBe(69_632);
	expect(sandboxesOf(65_536)).toBe(16);
});
