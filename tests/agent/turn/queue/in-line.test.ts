import { describe, expect, it } from 'vitest';
import { cameIn } from '../../../../src/agent/turn/queue/in-line.ts';
import type { Lines } from '../../../../src/agent/turn/queue/lines.ts';
import { systemClock } from '../../../../src/base/clock.ts';
import { createAdmission } from '../../../../src/base/queue/admission.ts';
import type { Inbound } from '../../../../src/chat/inbound.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, message, openWorkbench } from '../../../support/workbench.ts';

function linesOf(most: number): Lines {
	const lack = () => undefined;
	const line = (what: string) => createAdmission({ what, most, lack, clock: systemClock });
	return { turns: line('turns'), sandboxes: line('sandboxes') };
}

const inThread = <Kind extends Inbound>(id: string, one: Kind): Kind => ({
	...one,
	thread: { platform: 'terminal', id },
});

const hangs = { text: 'Working ', hangs: true } as const;

describe('a turn beyond those that run at once', () => {
	it('waits, is told where it stands and why, and begins when another has ended', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([hangs, { text: 'Second' }]);
		await using bench = openWorkbench({ home: dir.path, brain, lines: linesOf(1) });
		await bench.dispatch.accept(inThread('one', message('first')));
		await waitFor(() => brain.requests.length === 1, 'the first');
		await bench.dispatch.accept(inThread('two', message('second')));
		const queued = () => bench.platform.events.filter((event) => event.type === 'queued');
		await waitFor(() => queued().length === 1, 'the wait');
		expect(queued()).toEqual([{ type: 'queued', for: 'turn', standing: { place: 1, of: 1, why: '1 of 1 turns run' } }]);
		await bench.dispatch.accept(inThread('two', inbound('command', { name: 'status', args: '' })));
		const status = 'Turn       waits, next in line; 1 of 1 turns run';
		await waitFor(() => bench.platform.posts.some((text) => text.includes(status)), 'the status');
		await bench.say(inThread('one', inbound('stop', {})));
		expect(queued().at(-1)).toEqual({ type: 'queued', for: 'turn' });
		expect(bench.platform.posts).toContain('Second');
		expect(brain.requests).toHaveLength(2);
	});

	it('is taken out of the line by a stop, which is never queued itself', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([hangs, { text: 'Third' }]);
		await using bench = openWorkbench({ home: dir.path, brain, lines: linesOf(1) });
		await bench.dispatch.accept(inThread('one', message('first')));
		await waitFor(() => brain.requests.length === 1, 'the first');
		await bench.dispatch.accept(inThread('two', message('second')));
		await waitFor(() => bench.platform.events.some(({ type }) => type === 'queued'), 'the wait');
		await bench.dispatch.accept(inThread('two', inbound('stop', {})));
		await waitFor(() => bench.platform.posts.includes('ended stopped'), 'the stop');
		expect(brain.requests).toHaveLength(1);
		await bench.dispatch.accept(inThread('two', message('third')));
		await bench.say(inThread('one', inbound('stop', {})));
		expect(brain.requests[1]?.messages.at(-1)?.text).toContain('third');
	});

	it('goes on after a restart, without anybody writing again', async () => {
		await using dir = await tempDir();
		const first = openWorkbench({ home: dir.path, brain: scriptedModel([hangs]), lines: linesOf(1) });
		await first.dispatch.accept(inThread('one', message('first')));
		await waitFor(() => first.platform.events.some(({ type }) => type === 'text'), 'the first');
		await first.dispatch.accept(inThread('two', message('second')));
		await waitFor(() => first.platform.events.some(({ type }) => type === 'queued'), 'the wait');
		await first[Symbol.asyncDispose]();
		const brain = scriptedModel([{ text: 'One' }, { text: 'Two' }]);
		const { platform } = first;
		await using bench = openWorkbench({ home: dir.path, brain, platform, lines: linesOf(1) });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(bench.platform.posts.filter((text) => text.startsWith('ended'))).toEqual(['ended done', 'ended done']);
	});
});

it('leaves the line when nobody takes its events any more, and keeps no place that it was given meanwhile', async () => {
	const line = createAdmission({ what: 'turns', most: 1, lack: () => undefined, clock: systemClock });
	const never = new AbortController().signal;
	const asker = (id: string) => ({ id, place: 'p', person: id, since: 0 });
	const wait = async (id: string) => {
		const events = cameIn(line, asker(id), never);
		expect((await events.next()).value).toMatchObject({ type: 'queued', standing: { place: 1 } });
		return events;
	};
	const first = await line.enter(asker('a'), never);
	await (await wait('b')).return(first);
	expect(line.now()).toMatchObject({ inside: 1, waiting: 0 });
	const third = await wait('c');
	first[Symbol.dispose]();
	await third.return(first);
	await waitFor(() => line.now().inside === 0, 'its place');
});
