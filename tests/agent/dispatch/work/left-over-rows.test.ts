import { expect, it } from 'vitest';
import type { Store } from '../../../../src/store/store.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { message, openWorkbench, sessionId } from '../../../support/workbench.ts';

const full = Object.assign(new Error('the disk is full'), { code: 'ENOSPC' });

it('leaves nothing unfinished of a turn that broke on a full disk, was told of it, and has gone through since', async () => {
	await using dir = await tempDir();
	const hand = createHandClock();
	let isFull = false;
	const store = (inner: Store): Store => ({
		...inner,
		outbox: {
			...inner.outbox,
			sent: (session, key, id) =>
				isFull && key.endsWith('/broken/notice') ? Promise.reject(full) : inner.outbox.sent(session, key, id),
		},
	});
	await using bench = openWorkbench({
		home: dir.path,
		brain: scriptedModel([{ calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'Done' }]),
		tools: {
			bash: async () => {
				isFull = true;
				throw full;
			},
		},
		wrap: { store, sessions: (sessions) => sessions },
		timing: { clock: hand, random: () => 0.5 },
	});
	await bench.say(message('go'));
	const [turn = ''] = bench.platform.events.flatMap((event) => ('turn' in event ? [event.turn] : []));
	const unsettled = async () => (await bench.store.outbox.rows(sessionId, turn)).filter(({ id }) => id === undefined);
	expect((await unsettled()).map(({ key }) => key)).toContain(`${turn}/broken/notice`);
	isFull = false;
	await hand.advance(2_000);
	await bench.dispatch.settled();
	expect(bench.platform.posts.at(-1)).toBe('ended done');
	expect(await unsettled()).toEqual([]);
});
