import { expect, it } from 'vitest';
import { nextToGiveWay } from '../../../../src/sandbox/podman/lifetime/idle.ts';
import { createJobList } from '../../../../src/sandbox/podman/lifetime/job-list.ts';
import { createFakeLive } from './fake-live.ts';

it('has the jobs that were called for, until their time is over', () => {
	let now = 0;
	const jobs = createJobList(() => now);
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
