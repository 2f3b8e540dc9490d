import { expect, it } from 'vitest';
import { mayRead, maySearch, waysTo } from '../../../src/root/ground/closed-folders.ts';

const user = { uid: 999, gid: 995 };

it.each([
	['everybody', 0o755, 0, 0, true],
	['root alone', 0o700, 0, 0, false],
	['its owner, which the user is', 0o700, 999, 0, true],
	['all but its owner, which the user is', 0o077, 999, 0, false],
	['its group, which is the user’s', 0o750, 0, 995, true],
	['all but its group, which is the user’s', 0o705, 0, 995, false],
])('a folder open to %s', (_whom, mode, uid, gid, isOpen) => {
	expect(maySearch({ mode, uid, gid }, user)).toBe(isOpen);
	expect(mayRead({ mode, uid, gid }, user)).toBe(isOpen);
});

it('names the folders above a path, the topmost first', () => {
	expect(waysTo('/root/a/b')).toEqual(['/root', '/root/a']);
	expect(waysTo('/root')).toEqual([]);
	expect(waysTo('/')).toEqual([]);
});
