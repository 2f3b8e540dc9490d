import { expect, it } from 'vitest';
import { withBase } from '../../../src/agent/repo/propose/with-base.ts';
import type { Committed, NotDone } from '../../../src/git/git.ts';
import { repositoryOf } from '../../support/repo/open-repo-work.ts';
import { fetched } from '../../support/repos/fake-git.ts';
import { repository } from '../../support/repos/samples.ts';
import { openByHand, wish } from './call-by-hand.ts';

const made: Committed = { kind: 'committed', commit: 'b'.repeat(40), changes: [], diff: '', ignored: [], findings: [] };
const lost: NotDone = { kind: 'refused', why: 'It is not here.', lacks: 'base' };
const other: NotDone = { kind: 'refused', why: 'There is a link in it.' };
const away: NotDone = { kind: 'refused', why: 'Its host is away.' };

it.each([
	['is made at once where the base is there', [made], fetched, made, []],
	['is made after the base was fetched again', [lost, made], fetched, made, ['base']],
	['is tried no third time', [lost, lost], fetched, lost, ['base']],
	['tells what it lacks where that cannot be fetched', [lost], away, lost, ['base']],
	['fetches nothing for another refusal', [other], fetched, other, []],
] as const)('a commit %s', async (_title, answers, answer, expected, asked) => {
	const left = [...answers];
	const refs: (string | undefined)[] = [];
	const git = {
		fetch: async (_access: unknown, ref: string | undefined) => {
			refs.push(ref);
			return answer;
		},
	};
	const on = { git, access: async () => ({ repository: repository() }), opened: { base: 'base' } };
	const make = async () => left.shift() ?? other;
	expect(await withBase(on, make, { signal: new AbortController().signal })).toBe(expected);
	expect(refs).toEqual(asked);
	expect(left).toEqual([]);
});

it('a proposal has all that lay in the sandbox fetched with a base that has gone', async () => {
	const address = { scheme: 'https', host: 'git.example.org', path: 'acme/lib' } as const;
	const follow = [{ kind: 'submodule' as const, address, url: 'https://git.example.org/acme/lib' }];
	const at = openByHand({ repository: { wishes: { ...repositoryOf().wishes, follow } } });
	await at.call('open_repository', { repository: 'acme/app' }, 'c1');
	at.guest.folders.set('app', 'mended');
	delete at.world.followed;
	at.world.hasMadeRoom = true;
	expect(await at.call('propose_changes', wish, 'c2')).toHaveProperty('ask');
	expect(at.world.followed).toEqual([{ ...follow[0], credential: undefined }]);
});
