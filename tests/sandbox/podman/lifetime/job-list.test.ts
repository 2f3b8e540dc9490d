import { expect, it } from 'vitest';
import { nextToGiveWay } from '../../../../src/sandbox/podman/lifetime/idle.ts';
import { createJobList } from '../../../../src/sandbox/podman/lifetime/job-list.ts';
import { createFakeLive } from './fake-live.ts';

it('has the jobs that were called for, until their time is over', () => {
	let now = 0;
	const jobs = createJobList(
		() => now,
		async () => true,
	);
	jobs.note({ tool: 'bash', args: { command: 'ls' } });
	jobs.note({ tool: 'bash', args: { command: 'serve', keep_running: 5 } });
	jobs.note({ tool: 'bash', args: { command: 'too long', keep_running: 500 } });
	jobs.note({ tool: 'read_file', args: { path: 'x' } });
	expect(jobs.now()).toEqual([{ command: 'serve', until: 300_000 }]);
	now = 300_000;
	expect(jobs.now()).toEqual([]);
	jobs.note({ tool: 'bash', args: { command: 'serve', keep_running: 5 } });
	jobs.clear();
	expect(jobs.now()).toEqual([]);
});

it('keeps its sandbox from giving way, unless those with jobs hold most of the places', () => {
	const held = (session: string, at: number) => {
		const live = createFakeLive(session);
		live.setUse({ at, busy: false });
		live.setJobs([{ command: 'serve', until: 1e9 }]);
		return [session, { for: session, live, givenAt: at }] as const;
	};
	const seen = { now: 1e6, isNeeded: () => false };
	expect(nextToGiveWay(new Map([held('a', 1)]), { ...seen, most: 2 })).toBeUndefined();
	expect(nextToGiveWay(new Map([held('b', 2), held('a', 1)]), { ...seen, most: 2 })).toBe('a');
});

it('forgets jobs that have ended by themselves, and none that began while that was looked up', async () => {
	const answer = Promise.withResolvers<boolean>();
	const jobs = createJobList(
		() => 0,
		() => answer.promise,
	);
	jobs.note({ tool: 'bash', args: { command: 'over', keep_running: 5 } });
	const looking = jobs.look();
	jobs.note({ tool: 'bash', args: { command: 'serve', keep_running: 5 } });
	answer.resolve(false);
	await looking;
	expect(jobs.now().map(({ command }) => command)).toEqual(['serve']);
});

it('keeps little of what is called for, however long and often', () => {
	const jobs = createJobList(
		() => 0,
		async () => true,
	);
	for (let call = 0; call < 100; call += 1)
		jobs.note({ tool: 'bash', args: { command: 'x'.repeat(100_000), keep_running: 60 } });
	expect(JSON.stringify(jobs.now()).length).toBeLessThan(10_000);
});
