import { describe, expect, it } from 'vitest';
import { folderIn } from '../../../../src/agent/coding/folder/folder-in.ts';

describe('folderIn()', () => {
	it.each([
		[undefined, ''],
		['', ''],
		['/workspace', ''],
		['/workspace/', ''],
		['.', ''],
		['./app', 'app'],
		['app/src/', 'app/src'],
		['/workspace/app//src', 'app/src'],
		['workspace', 'workspace'],
	])('takes %j for %j', (given, folder) => {
		expect(folderIn(given)).toBe(folder);
	});

	it.each(['/', '/etc', '/workspaces', '../x', 'a/../../x', '/workspace/../etc', 'a\0b', 'a\nb', 'a'.repeat(2_000)])(
		'takes %j for none',
		(given) => {
			expect(folderIn(given)).toBeUndefined();
		},
	);
});
