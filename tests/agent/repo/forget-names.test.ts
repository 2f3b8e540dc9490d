import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PullRequestWords, RepoTexts } from '../../../src/agent/repo/repo-deps.ts';
import { namingAny } from '../../../src/agent/repo/state/forget-names.ts';
import { inert } from '../../../src/git/text/inert.ts';
import { fakeTexts, repositoryOf } from '../../support/repo/open-repo-work.ts';
import { inbound, message, sessionId } from '../../support/workbench.ts';
import { DeathError, openByHand, wish } from './call-by-hand.ts';
import { openRepos, wholeWay } from './open-repos.ts';

const { wishes } = repositoryOf();
const named = { wishes: { ...wishes, names: true } };
const texts: RepoTexts = {
	...fakeTexts,
	commitMessage: () => 'Mend\n',
	pullRequestText: ({ title, names }) => ({ title, body: madeFor(names), mark: 'of it' }),
	renewedText: ({ names }) => ({ part: madeFor(names), mark: 'of more', comment: madeFor(names) }),
};

function madeFor(names: PullRequestWords['names']): string {
	return `Made for ${inert(names?.asker ?? 'nobody')}.`;
}

describe('/forget-me', () => {
	it('reaches a proposal that names whoever asked, which ends, and its commit', async () => {
		const at = openByHand({ repository: named, deps: { texts } });
		await at.call('open_repository', { repository: 'acme/app' }, 'c1');
		at.guest.folders.set('app', 'mended');
		await at.call('propose_changes', wish, 'c2');
		expect(JSON.stringify(await at.repos())).toContain('Made for Ada');
		await at.start().watches.forgetNames('local-hand', ['Bo']);
		expect(JSON.stringify(await at.repos())).toContain('Made for Ada');
		await at.start().watches.forgetNames('local-hand', ['Ada']);
		expect(JSON.stringify(await at.repos())).not.toContain('Ada');
		expect(at.world.kept).toEqual({});
		expect(Object.keys(at.world.held)).toHaveLength(1);
		const outcome = await at.call('propose_changes', wish, 'c2', 'Open pull request');
		expect(outcome).toMatchObject({ ok: false, text: expect.stringContaining('Nothing was pushed') });
		expect(at.world.pulls).toEqual([]);
	});

	it('reaches the commit of a proposal that was cut off before it was shown', async () => {
		const at = openByHand({ repository: named, deps: { texts } });
		await at.call('open_repository', { repository: 'acme/app' }, 'c1');
		at.guest.folders.set('app', 'mended');
		at.meet((deed) => {
			if (deed === 'test') throw new DeathError();
			return undefined;
		});
		await expect(at.call('propose_changes', wish, 'c2')).rejects.toThrow(DeathError);
		at.meet(() => undefined);
		expect(Object.keys(at.world.kept)).toHaveLength(1);
		await at.start().watches.forgetNames('local-hand', ['Ada']);
		expect(at.world.kept).toEqual({});
		expect(await at.call('propose_changes', wish, 'c2')).toMatchObject({
			ok: false,
			text: expect.stringContaining('it was withdrawn. Nothing was pushed'),
		});
		expect(await at.call('propose_changes', wish, 'c3')).toHaveProperty('ask');
	});

	it('reaches the text of a pull request that its host has not taken yet, which is opened without', async () => {
		let isAway = true;
		const at = openByHand({
			repository: named,
			deps: { texts },
			mishap: (deed) => (deed === 'open' && isAway ? 'It is away' : undefined),
		});
		await at.call('open_repository', { repository: 'acme/app' }, 'c1');
		at.guest.folders.set('app', 'mended');
		await at.call('propose_changes', wish, 'c2');
		await at.call('propose_changes', wish, 'c2', 'Open pull request');
		expect(await at.repos()).toMatchObject({ opened: [{ pull: { state: 'opening', body: 'Made for Ada.' } }] });
		await at.start().watches.forgetNames('local-hand', ['Ada']);
		isAway = false;
		expect(await at.repos()).toMatchObject({ opened: [{ pull: { state: 'opening', title: 'Mend', body: '' } }] });
		expect(JSON.stringify(await at.repos())).not.toContain('Ada');
	});

	it('reaches what is to stand in a pull request that its host could not renew', async () => {
		const at = openByHand({
			repository: named,
			deps: { texts },
			mishap: (deed) => (deed === 'renew' ? 'It is away' : undefined),
		});
		await at.call('open_repository', { repository: 'acme/app' }, 'c1');
		at.guest.folders.set('app', 'mended');
		await at.call('propose_changes', wish, 'c2');
		await at.call('propose_changes', wish, 'c2', 'Open pull request');
		at.guest.folders.set('app', 'mended more');
		await at.call('propose_changes', wish, 'c3');
		await at.call('propose_changes', wish, 'c3', 'Push to pull request #1');
		expect(await at.repos()).toMatchObject({ opened: [{ pull: { renewal: { comment: 'Made for Ada.' } } }] });
		await at.start().watches.forgetNames('local-hand', ['Ada']);
		expect(JSON.stringify(await at.repos())).not.toContain('Ada');
	});

	it('is given in a thread, and does all of that', async () => {
		await using at = await openRepos(wholeWay, { repository: named, deps: { texts } });
		await at.say();
		const { person } = message('x');
		expect(JSON.stringify(await at.repos())).toContain(`Made for ${person.name}`);
		const { thread, at: time } = inbound('opened', {});
		const what = { kind: 'person', person } as const;
		await at.bench.dispatch.erase(sessionId, { type: 'erase', key: 'erase/1', thread, person, at: time, what });
		await at.bench.dispatch.settled();
		expect(JSON.stringify(await at.repos())).not.toContain(person.name);
	});

	it('does nothing where no repository was opened', async () => {
		const at = openByHand();
		await at.start().watches.forgetNames('local-hand', ['Ada']);
		expect(at.kept.size).toBe(0);
	});
});

describe('namingAny()', () => {
	it('finds each name in a text that was made inert', () => {
		fc.assert(
			fc.property(
				fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
				fc.string({ maxLength: 30 }),
				(name, text) => {
					expect(namingAny([name])(inert(`${text} ${name} ${text}`))).toBe(true);
				},
			),
			{ numRuns: 500 },
		);
	});

	it('finds none where there is none', () => {
		expect(namingAny(['Ada'])('Made for Bo.')).toBe(false);
		expect(namingAny([])('Made for Bo.')).toBe(false);
		expect(namingAny(['Ada'])(undefined)).toBe(false);
	});
});
