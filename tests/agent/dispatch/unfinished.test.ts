import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PlaceGoneError, PlatformAwayError } from '../../../src/base/errors.ts';
import type { Store } from '../../../src/store/store.ts';
import { createHandClock } from '../../support/jumping-clock.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench, type Workbench } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';

const away = new PlatformAwayError('terminal', 'It does not answer');
const hour = 3_600_000;

/** The core on a clock that is moved by hand and may be put back, and a store that can be made to fail. */
function openTimed(options: Pick<WorkbenchOptions, 'home' | 'brain' | 'commands' | 'answerMs'>, start?: number) {
	const hand = createHandClock(start);
	let offset = 0;
	let broken = false;
	const clock = { now: () => hand.now() + offset, after: hand.after };
	const failing = <T extends object>(inner: T): T =>
		new Proxy(inner, {
			get: (target, name) => {
				const member: unknown = Reflect.get(target, name);
				if (typeof member !== 'function') return member;
				return (...args: unknown[]) => (broken ? Promise.reject(noDescriptors()) : member.apply(target, args));
			},
		});
	const store = ({ inbox, outbox, due, ...rest }: Store): Store => ({
		...rest,
		// What comes in is stored, or its platform delivers it again.
		inbox: { ...failing(inbox), add: inbox.add, waiting: failing(inbox).waiting },
		outbox: failing(outbox),
		due: failing(due),
	});
	const timing = { clock, random: () => 0.5 };
	const bench = openWorkbench({ ...options, timing, wrap: { store, sessions: (sessions) => sessions } });
	return {
		bench,
		putClock: (ms: number) => {
			offset += ms;
		},
		breakStore: (isBroken: boolean) => {
			broken = isBroken;
		},
		/** Lets time pass, in steps, each with all that follows from it. */
		async pass(ms: number, step = Math.min(ms, 30_000)): Promise<void> {
			for (let left = ms; left > 0; left -= step) {
				await hand.advance(Math.min(left, step));
				await bench.dispatch.settled();
				await hand.advance(0);
			}
		},
		[Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
	};
}

function noDescriptors(): Error {
	return Object.assign(new Error('too many open files'), { code: 'EMFILE' });
}

const echo = (count: number) => scriptedModel(Array.from({ length: count }, () => ({ text: 'Done' })));
const answers = ({ platform }: Workbench) => platform.posts.filter((post) => post === 'Done').length;

describe('what is unfinished', () => {
	it('is tried again after a second, then after two, with nobody writing', async () => {
		await using dir = await tempDir();
		await using timed = openTimed({ home: dir.path, brain: echo(1) });
		const { bench } = timed;
		bench.platform.failure = new Error('It is too long');
		await bench.say(message('go'));
		expect(answers(bench)).toBe(0);
		bench.platform.failure = new Error('It is too long');
		await timed.pass(1_000);
		expect(answers(bench)).toBe(0);
		await timed.pass(1_900);
		expect(answers(bench)).toBe(0);
		await timed.pass(200);
		expect(answers(bench)).toBe(1);
		expect(await bench.store.due.earliest()).toBeUndefined();
	});

	it('waits for its platform, which is probed, and is told in the status', async () => {
		await using dir = await tempDir();
		await using timed = openTimed({ home: dir.path, brain: echo(1) });
		const { bench } = timed;
		bench.platform.away = away;
		await bench.say(message('go'));
		await timed.pass(10 * 60_000);
		expect(bench.troubles.all()).toMatchObject([{ trouble: { kind: 'away', platform: 'terminal' }, told: false }]);
		delete bench.platform.away;
		await timed.pass(31_000, 1_000);
		expect(answers(bench)).toBe(1);
		expect(bench.troubles.all()).toEqual([]);
	});

	it('is told after an hour, and parked after a day until the next start', async () => {
		await using dir = await tempDir();
		const first = openTimed({ home: dir.path, brain: echo(1) });
		first.bench.platform.away = away;
		await first.bench.say(message('go'));
		await first.pass(hour + 400_000);
		expect(first.bench.troubles.all()[0]?.told).toBe(true);
		await first.pass(24 * hour, 300_000);
		expect(first.bench.troubles.all()[0]?.at).toBeUndefined();
		await first[Symbol.asyncDispose]();
		await using again = openTimed({ home: dir.path, brain: echo(1) });
		await again.bench.dispatch.recover();
		await again.bench.dispatch.settled();
		expect(answers(again.bench)).toBe(1);
	});

	it('is parked where its place is gone, until that comes back', async () => {
		await using dir = await tempDir();
		await using timed = openTimed({ home: dir.path, brain: echo(1) });
		const { bench } = timed;
		bench.platform.away = new PlaceGoneError('T1-C1', 'The channel is archived');
		await bench.say(message('go'));
		delete bench.platform.away;
		await timed.pass(2 * hour);
		bench.dispatch.comesBack('T1-C2');
		await timed.pass(60_000);
		expect(answers(bench)).toBe(0);
		bench.dispatch.comesBack('T1');
		await timed.pass(1_000);
		expect(answers(bench)).toBe(1);
	});

	it('lets a question expire that a former process asked a year ago', async () => {
		await using dir = await tempDir();
		const year = 365 * 24 * hour;
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?' } }] };
		const first = openTimed({ home: dir.path, brain: scriptedModel([asks]), answerMs: year }, Date.now());
		await first.bench.say(message('go'));
		expect(first.bench.platform.posts).toContain('question: Which?');
		await first.pass(hour);
		await first[Symbol.asyncDispose]();
		await using again = openTimed({ home: dir.path, brain: echo(1) }, Date.now() + year + hour);
		await again.bench.dispatch.recover();
		await again.pass(1_000);
		expect(answers(again.bench)).toBe(1);
		expect(await again.bench.store.due.earliest()).toBeUndefined();
	});

	it('holds up no message behind words that cannot be said, and a command is done once', async () => {
		await using dir = await tempDir();
		let done = 0;
		const mend = {
			name: 'mend',
			help: '',
			arguments: [],
			right: 'guest',
			when: 'in-order',
			run: async () => {
				done += 1;
				return 'Mended';
			},
		} as const;
		const brain = echo(1);
		await using timed = openTimed({ home: dir.path, brain, commands: [mend] });
		const { bench } = timed;
		bench.platform.away = away;
		await bench.say(inbound('command', { name: 'mend', args: '' }), message('go'));
		delete bench.platform.away;
		await timed.pass(120_000);
		expect(done).toBe(1);
		expect(bench.platform.posts.filter((post) => post === 'Mended')).toHaveLength(1);
		expect(brain.requests).toHaveLength(1);
		expect(answers(bench)).toBe(1);
	});

	it('never sleeps: after any faults everything is answered once, and nothing is due', {
		timeout: 120_000,
	}, async () => {
		const step = fc.oneof(
			{ weight: 4, arbitrary: fc.record({ do: fc.constant('say' as const), thread: fc.nat(3) }) },
			fc.record({ do: fc.constantFrom('leave' as const, 'return' as const, 'break' as const, 'mend' as const) }),
			fc.record({ do: fc.constant('trip' as const) }),
			fc.record({ do: fc.constant('pass' as const), ms: fc.constantFrom(900, 5_000, 40_000) }),
			fc.record({ do: fc.constant('clock' as const), ms: fc.constantFrom(-hour, -5_000, hour) }),
		);
		await fc.assert(fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), neverSleeps), {
			numRuns: 15,
			endOnFailure: true,
		});
	});
});

type Step =
	| { readonly do: 'say'; readonly thread: number }
	| { readonly do: 'pass' | 'clock'; readonly ms: number }
	| { readonly do: 'leave' | 'return' | 'break' | 'mend' | 'trip' };

async function neverSleeps(steps: readonly Step[]): Promise<void> {
	await using dir = await tempDir();
	await using timed = openTimed({ home: dir.path, brain: echo(60) });
	const { bench } = timed;
	for (const step of steps) await perform(step, timed);
	await perform({ do: 'return' }, timed);
	await perform({ do: 'mend' }, timed);
	await timed.pass(15 * 60_000);
	expect(answers(bench)).toBe(steps.filter((step) => step.do === 'say').length);
	expect(await bench.store.inbox.sessions()).toEqual([]);
	expect(bench.troubles.all()).toEqual([]);
}

async function perform(step: Step, timed: ReturnType<typeof openTimed>): Promise<void> {
	const { platform, dispatch } = timed.bench;
	switch (step.do) {
		case 'say': {
			const thread = { platform: 'terminal', id: `thread-${step.thread}` } as const;
			return void (await dispatch.accept({ ...message('go'), thread }));
		}
		case 'leave':
			platform.away = away;
			return;
		case 'return':
			delete platform.away;
			return;
		case 'break':
		case 'mend':
			return timed.breakStore(step.do === 'break');
		case 'trip':
			platform.failure = new Error('Refused once');
			return;
		case 'pass':
			return await timed.pass(step.ms);
		case 'clock':
			return timed.putClock(step.ms);
	}
}
