import { cp, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createFakeCoding } from '../../../support/fake-coding.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound, message, openWorkbench, sessionId } from '../../../support/workbench.ts';
import { says } from './open-coding.ts';

type Cut = Awaited<ReturnType<typeof cutAt>>;

/** A process that hangs at a step for good, and all that would be left of it if it were killed right there. */
async function cutAt(step: string, begin: 'thread' | 'brain') {
	const dir = await tempDir();
	const [home, left] = [join(dir.path, 'one'), join(dir.path, 'left')];
	await mkdir(home);
	const disks = new Map<string, string[]>();
	const disksLeft = new Map<string, string[]>();
	const cut = Promise.withResolvers<void>();
	const hanging = Promise.withResolvers<void>();
	let isCut = false;
	const before = async (what: string) => {
		if (isCut || !what.startsWith(step)) return;
		isCut = true;
		for (const [run, files] of disks) disksLeft.set(run, [...files]);
		await cp(home, left, { recursive: true });
		cut.resolve();
		await hanging.promise;
	};
	const coding = createFakeCoding({ prompt: says('Did'), before, disks });
	const bench = openWorkbench({ home, brain: scriptedModel(repliesOf(begin)), coding });
	await bench.dispatch.accept(
		begin === 'thread' ? inbound('command', { name: 'agent', args: 'codex mend it' }) : message('have it mended'),
	);
	await cut.promise;
	return {
		...{ left, disksLeft },
		async [Symbol.asyncDispose]() {
			hanging.reject(new Error('the test is over'));
			await bench[Symbol.asyncDispose]();
			await coding[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

function repliesOf(begin: 'thread' | 'brain') {
	return begin === 'thread'
		? []
		: [{ calls: [{ name: 'delegate', args: { task: 'mend it' } }] }, { text: 'It is mended.' }];
}

/** The next process, on what was left. */
async function goneOn({ left, disksLeft }: Cut, begin: 'thread' | 'brain') {
	const coding = createFakeCoding({ prompt: says('Did'), disks: disksLeft });
	const brain = scriptedModel(repliesOf(begin).slice(1));
	const bench = openWorkbench({ home: left, brain, coding });
	await bench.dispatch.recover();
	await bench.dispatch.settled();
	return {
		...{ bench, coding, brain },
		async [Symbol.asyncDispose]() {
			await bench[Symbol.asyncDispose]();
			await coding[Symbol.asyncDispose]();
		},
	};
}

const steps: readonly (readonly [string, number])[] = [
	['box', 1],
	// Half of the folder is in the box then.
	['in', 1],
	['open', 1],
	['back', 0],
];

describe('a run whose process is killed', () => {
	it.each(steps)('while it does "%s" has its folder in its box once, and answers', async (step, copies) => {
		await using cut = await cutAt(step, 'thread');
		await using next = await goneOn(cut, 'thread');
		const answers = next.bench.platform.events.flatMap((event) =>
			event.type === 'message' && event.final ? [event.text] : [],
		);
		expect(answers).toEqual([expect.stringContaining('Did mend it')]);
		expect(next.coding.done.filter((one) => one.startsWith('in '))).toHaveLength(copies);
		expect(cut.disksLeft).toEqual(new Map([[`${sessionId}~1`, ['all of it']]]));
	});

	it.each([...steps, ['end', 0], ['remove', 0]] as const)(
		'while it does "%s" for the Brain is one run, of which nothing is left in the end',
		async (step, copies) => {
			await using cut = await cutAt(step, 'brain');
			await using next = await goneOn(cut, 'brain');
			expect(next.bench.platform.events.findLast((event) => event.type === 'turn-ended')).toMatchObject({
				outcome: 'done',
			});
			expect(next.coding.done.filter((one) => one.startsWith('in '))).toHaveLength(copies);
			await next.bench.say(inbound('command', { name: 'agent', args: 'done' }));
			expect(cut.disksLeft).toEqual(new Map());
			expect(next.coding.orders.map(({ run }) => run).filter((run) => run !== `${sessionId}~1`)).toEqual([]);
		},
	);
});
