import { expect, it } from 'vitest';
import { mayHoldTests } from './temp-in-memory.ts';

const plenty = 8 * 2 ** 30;
const mounts = (options: string, type = 'tmpfs') => `proc /proc proc rw 0 0\n${type} /dev/shm ${type} ${options} 0 0\n`;

it.each<[string, string, number, boolean]>([
	['memory of which there is plenty', mounts('rw,nosuid,nodev'), plenty, true],
	['too little memory', mounts('rw,nosuid,nodev'), 2 ** 30, false],
	[
		'memory from which nothing may be run, as in a container of Docker',
		mounts('rw,nosuid,nodev,noexec'),
		plenty,
		false,
	],
	['a folder on the disk', mounts('rw', 'ext4'), plenty, false],
	['no such folder', 'proc /proc proc rw 0 0\n', plenty, false],
	['what was mounted over it later', mounts('rw') + mounts('ro'), plenty, false],
])('folders for tests, offered %s', (_, text, free, expected) => {
	expect(mayHoldTests(text, free)).toBe(expected);
});
