import { describe, expect, it } from 'vitest';
import { readRecord } from '../../src/agent/session/session-record.ts';
import { createPlaces } from '../../src/chat/places.ts';
import type { Person, Thread } from '../../src/chat/thread.ts';
import { platforms } from '../../src/platforms.ts';
import { command, said } from '../support/commands.ts';
import { pigeonFacts } from '../support/pigeons.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { openWorkbench, type Workbench } from '../support/workbench.ts';

const places = createPlaces([...platforms, pigeonFacts]);
const person = (id: string, ...traits: string[]): Person => ({ id, name: id, traits });
const ada = person('bird:loft1/ring1');
const bo = person('bird:loft1/ring2', 'bird:loft1/perch:3');
const stray = person('bird:loft9/ring9', 'bird:loft1/strays', 'bird:loft1/perch:3');
const perch: Thread = { platform: 'pigeon', id: 'loft1-perch3-1.1' };
const night: Thread = { platform: 'pigeon', id: 'loft1-night-2.2' };

/** The core, which has never heard of pigeons. */
function openBench(home: string): Workbench {
	const brain = scriptedModel(Array.from({ length: 6 }, () => ({ text: 'coo' })));
	const roles = { admins: ['bird:loft1/ring1'], members: ['bird:loft1/perch:3'], guests: undefined };
	return openWorkbench({ home, brain, roles, places });
}

describe('a third platform, by its facts alone', () => {
	it('has sessions, roles and a catalog of its own', async () => {
		await using dir = await tempDir();
		await using bench = openBench(dir.path);
		await bench.say({ ...said('seeds?', { thread: perch, person: bo }), audience: 'public' });
		expect(bench.platform.posts.join('\n')).toContain('coo');
		const record = await readRecord(await bench.sessions.open('bird-loft1-perch3-1__1'), places);
		expect(record).toMatchObject({ thread: perch, owner: { id: bo.id } });
		await bench.say({ ...command('/tools'), thread: perch, person: bo });
		expect(await bench.sessions.catalogs()).toEqual(['bird-loft1']);
	});

	it('lets in by its own rules, and nobody whom they leave out', async () => {
		await using dir = await tempDir();
		await using bench = openBench(dir.path);
		const tries = [ada, bo, stray, person('bird:loft1/ring8')].map((who) => ({
			...said('seeds?', { thread: perch, person: who }),
			audience: 'public' as const,
		}));
		const answers = [];
		for (const inbound of tries) answers.push(await bench.dispatch.accept(inbound));
		expect(answers).toEqual(['stored', 'stored', 'denied', 'denied']);
		await bench.dispatch.settled();
	});

	it('keeps what was said directly from the admin of its place', async () => {
		await using dir = await tempDir();
		await using bench = openBench(dir.path);
		await bench.say({ ...said('a secret', { thread: night, person: bo }), audience: 'private' });
		const load = command('/load bird-loft1-night-2__2');
		const tried = { ...load, thread: { ...perch, id: 'loft1-perch3-9.9' }, audience: 'public' as const };
		await bench.say({ ...tried, person: ada });
		expect(bench.platform.posts.at(-1)).toContain('There is no session "bird-loft1-night-2__2"');
	});
});
