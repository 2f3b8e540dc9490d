import { describe, expect, it } from 'vitest';
import type { Person } from '../../../../src/chat/thread.ts';
import { ask, bo, said } from '../../../support/commands.ts';
import { type ScriptedModel, scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench } from '../../../support/workbench.ts';

const channel = { platform: 'slack', id: 'T1-C1-1.0' } as const;
const guild = (name: string) => ({ platform: 'discord', id: `${name}-1` }) as const;
const friday = '2026-07-03T22:30:00.000Z';

function at(person: Person, thread: Parameters<typeof said>[1] = { thread: channel }) {
	return { ...said('hi', { person, ...thread }), at: friday };
}

/** The line of time in the newest message of each request. */
function times({ whole }: ScriptedModel) {
	return whole.map(({ messages }) => /^\[Time: (.*?)(;.*)?\]$/m.exec(messages.at(-1)?.text ?? '')?.[1]);
}

async function open(replies = 3) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const brain = scriptedModel(Array.from({ length: replies }, () => ({ text: 'ok' })));
	const bench = building.use(openWorkbench({ home: dir.path, brain }));
	const parts = building.move();
	return { bench, brain, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('The time of a message', () => {
	it('is told in the zone that the platform knows, else in that of the installation', async () => {
		await using scene = await open();
		await scene.bench.say(at({ ...bo, zone: 'Asia/Tokyo' }));
		await scene.bench.say(at(bo), at({ ...bo, zone: 'Mars/Olympus' }));
		expect(times(scene.brain)).toEqual([
			'Saturday, 4 July 2026, 07:30 (Asia/Tokyo, GMT+09:00)',
			'Friday, 3 July 2026, 22:30 (UTC, GMT+00:00)',
			'Friday, 3 July 2026, 22:30 (UTC, GMT+00:00)',
		]);
	});

	it('tells besides when it is read, of a message that waited long', async () => {
		await using scene = await open();
		await scene.bench.say(at(bo));
		await scene.bench.say(said('now', { person: bo, thread: channel }));
		const [late, now] = scene.brain.whole.map(({ messages }) => messages.at(-1)?.text);
		expect(late).toMatch(/^\[Time: Friday, 3 July .*; it is read on \w+, \d+ \w+ \d{4}, .*\]$/m);
		expect(now).toMatch(/^\[Time: [^;]*\]$/m);
	});

	it('is not in what is the same for all messages', async () => {
		await using scene = await open();
		await scene.bench.say(at({ ...bo, zone: 'Asia/Tokyo' }));
		expect(JSON.stringify({ ...scene.brain.whole[0], messages: [] })).not.toMatch(/Tokyo|July/);
	});
});

describe('/timezone', () => {
	it('names a zone that wins over that of the platform, until it is taken back', async () => {
		await using scene = await open();
		const by = { person: { ...bo, zone: 'Asia/Tokyo' }, thread: channel };
		await scene.bench.say(said('first', by));
		expect(await ask(scene.bench, '/timezone europe/berlin', by)).toMatch(/^For you it is .* \(Europe\/Berlin, /);
		await scene.bench.say(at(by.person));
		expect(times(scene.brain)[1]).toBe('Saturday, 4 July 2026, 00:30 (Europe/Berlin, GMT+02:00)');
		expect(await ask(scene.bench, '/timezone', by)).toContain('(Europe/Berlin, ');
		expect(await ask(scene.bench, '/timezone auto', by)).toContain('(Asia/Tokyo, ');
	});

	it('is of one person alone', async () => {
		await using scene = await open();
		await ask(scene.bench, '/timezone Asia/Kolkata', { person: bo, thread: channel });
		const other = { id: 'slack:T1/U9', name: 'Di' };
		expect(await ask(scene.bench, '/timezone', { person: other, thread: channel })).toContain('(UTC, ');
	});

	it('holds in every server, for somebody who is the same person in all of them', async () => {
		await using scene = await open();
		const person = (server: string) => ({ id: `discord:${server}/7`, name: 'Di' });
		await ask(scene.bench, '/timezone Asia/Kolkata', { person: person('1'), thread: guild('1') });
		expect(await ask(scene.bench, '/timezone', { person: person('2'), thread: guild('2') })).toContain('Asia/Kolkata');
	});

	it('refuses what is no zone, and changes nothing', async () => {
		await using scene = await open();
		const by = { person: bo, thread: channel };
		await ask(scene.bench, '/timezone Asia/Kolkata', by);
		expect(await ask(scene.bench, '/timezone Berlin', by)).toContain('There is no time zone "Berlin"');
		expect(await ask(scene.bench, '/timezone', by)).toContain('Asia/Kolkata');
	});
});
