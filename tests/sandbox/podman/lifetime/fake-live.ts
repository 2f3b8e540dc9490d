import { quietClock } from '../../../../src/base/clock.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import type { LiveSandbox } from '../../../../src/sandbox/podman/lifetime/live-sandbox.ts';
import { anyNumber, createPlacesLine } from '../../../../src/sandbox/podman/lifetime/places.ts';
import { createSessionPool, type SessionPoolOptions } from '../../../../src/sandbox/podman/lifetime/session-pool.ts';
import type { KeptJob, SandboxHome } from '../../../../src/sandbox/sandbox.ts';
import { noPackages } from '../../../support/fake-packages.ts';
import { homeFrom, pathsIn } from '../../../support/session-home.ts';

export const never = new AbortController().signal;
export const hour = 3_600_000;

export function home(session: string): SandboxHome {
	return homeFrom(session, pathsIn('/nowhere'));
}

export interface FakeLive extends LiveSandbox {
	readonly session: string;
	readonly isDisposed: () => boolean;
	/** It can do nothing any more; why is not known yet. */
	hangUp(): void;
	/** Lets a disposal that waits come to its end. */
	release(): void;
	setJobs(jobs: readonly KeptJob[]): void;
	setUse(use: { at: number; busy: boolean }): void;
}

export function createFakeLive(session: string, { holdsOn = false } = {}): FakeLive {
	const death = Promise.withResolvers<string>();
	const lost = Promise.withResolvers<void>();
	const hold = Promise.withResolvers<void>();
	if (!holdsOn) hold.resolve();
	let disposed = false;
	let use = { at: 0, busy: false };
	let jobs: readonly KeptJob[] = [];
	return {
		sandbox: {
			call: async () => ({ ok: true, text: '' }),
			sweep: async () => [],
			packages: noPackages,
			open: async () => Promise.reject(new Error('Nothing runs here')),
			collect: async () => ({ artifacts: [], refused: [] }),
		},
		session,
		runtime: 'fake',
		use: () => ({ ...use, jobs }),
		gone: Promise.race([lost.promise, death.promise]),
		dead: death.promise,
		kill: death.resolve,
		isDisposed: () => disposed,
		hangUp: lost.resolve,
		release: hold.resolve,
		setJobs: (next) => {
			jobs = next;
		},
		setUse: (next) => {
			use = next;
		},
		async [Symbol.asyncDispose]() {
			await hold.promise;
			disposed = true;
		},
	};
}

export function pool(overrides: Partial<SessionPoolOptions> = {}) {
	const lives: FakeLive[] = [];
	const start = async ({ session }: SandboxHome) => {
		const live = createFakeLive(session);
		lives.push(live);
		return live;
	};
	const rules = { ...anyNumber, ...overrides.rules };
	const line = createPlacesLine(rules, quietClock);
	const usual = { start, idleMs: hour, line, rules, now: Date.now, log: silentLogger };
	return { lives, line, pool: createSessionPool({ ...usual, ...overrides, rules }) };
}
