import { describe, expect, it } from 'vitest';
import { mightOf, userIn } from '../../src/root/bot-user.ts';

const passwd = 'root:x:0:0::/root:/bin/sh\nthreadsmith:x:999:995:Threadsmith, the bot:/nonexistent:/usr/sbin/nologin\n';
const user = { name: 'threadsmith', uid: 999, gid: 995 };
const groups = 'root:x:0:\nsudo:x:27:ada\ndocker:x:110:ada,grace\nthreadsmith:x:995:\n';

describe('userIn()', () => {
	it('finds a user by its whole name', () => {
		expect(userIn(passwd, 'threadsmith')).toEqual(user);
		expect(userIn(passwd, 'thread')).toBeUndefined();
		expect(userIn('threadsmith:x::\n', 'threadsmith')).toBeUndefined();
	});
});

describe('mightOf()', () => {
	it('finds nothing wrong with a user of its own group', () => {
		expect(mightOf(user, groups)).toBeUndefined();
	});

	it.each([
		['is root by its number', { ...user, uid: 0 }, groups, 'that is root'],
		['has root’s group', { ...user, gid: 0 }, groups, 'that is root'],
		['is a member of sudo', user, groups.replace('27:ada', '27:ada,threadsmith'), 'in the group sudo'],
		['is a member of docker', user, groups.replace('ada,grace', 'threadsmith'), 'in the group docker'],
		['has such a group as its own', { ...user, gid: 110 }, groups, 'in the group docker'],
	])('refuses a user that %s', (_what, one, text, problem) => {
		expect(mightOf(one, text)?.message).toContain(problem);
	});

	it('takes nobody for a member whose name only begins alike', () => {
		expect(mightOf(user, groups.replace('27:ada', '27:threadsmith2'))).toBeUndefined();
	});
});
