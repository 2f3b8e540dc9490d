import { describe, expect, it } from 'vitest';
import { keep } from '../../../src/agent/memory/keep.ts';
import { digestOf } from '../../../src/agent/memory/memory.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import type { Person, Thread } from '../../../src/chat/thread.ts';
import { bo, command, cy, said } from '../../support/commands.ts';
import { holdingAny } from '../../support/holding-any.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, openWorkbench, type Workbench } from '../../support/workbench.ts';

const slack = (ts: string): Thread => ({ platform: 'slack', id: `T1-C1-${ts}` });
const [here, besides] = [slack('1.1'), slack('2.2')];
const remember = (scope: string, text: string) => ({ calls: [{ name: 'remember', args: { text, scope } }] });
const recall = { calls: [{ name: 'recall', args: { query: 'colours' } }] };
const ok = { text: 'ok' };

async function onBench(
	replies: readonly ScriptedReply[],
	test: (bench: Workbench, holding: (...words: string[]) => Promise<readonly string[]>) => Promise<void>,
): Promise<void> {
	await using dir = await tempDir();
	await using bench = openWorkbench({ home: dir.path, brain: scriptedModel(replies) });
	await test(bench, (...words) => holdingAny(dir.path, words));
}

function says(text: string, person: Person, thread: Thread): Inbound {
	return { ...said(text, { person, thread }), audience: 'public' };
}

async function yes(bench: Workbench, person: Person, thread: Thread): Promise<void> {
	const asked = bench.platform.events.findLast((event) => event.type === 'question');
	const question = asked?.type === 'question' ? asked.question.id : '';
	await bench.say({ ...inbound('answer', { question, value: 'Remember it' }), person, thread });
}

describe('a message that is deleted on its platform', () => {
	it('takes with it what was remembered in its turn, what was asked of that, and what was told and recalled of it, also elsewhere', () =>
		onBench(
			[remember('session', 'Walls in ultramarine'), remember('channel', 'Doors in vermilion'), ok, ok, recall, ok],
			async (bench, holding) => {
				const first = says('Paint it', bo, here);
				await bench.say(first);
				await yes(bench, bo, here);
				await bench.say(says('Which ones?', cy, here));
				await bench.say(says('Which colours of doors?', cy, besides));
				expect((await holding('ultramarine')).length).toBeGreaterThan(2);
				expect((await holding('vermilion')).length).toBeGreaterThan(4);
				await bench.say({ ...inbound('delete', { of: first.key, gone: true }), person: bo, thread: here });
				expect(await holding('ultramarine', 'vermilion')).toEqual([]);
				expect((await holding('Which ones?', 'Which colours of doors?')).length).toBeGreaterThan(1);
			},
		));
});

describe("a channel's memory that somebody has changed", () => {
	const goes: Readonly<Record<string, (bench: Workbench, changed: Inbound) => Promise<unknown>>> = {
		'the message that changed it': (bench, { key: of, thread, person }) =>
			bench.say({ ...inbound('delete', { of, gone: true }), person, thread }),
		'the session in which it was changed': (bench, { thread }) =>
			bench.dispatch.erase(bench.places.sessionIdOf(thread), inbound('erase', { what: { kind: 'session' } })),
	};
	it.each(Object.entries(goes))('goes with %s, also where it was told', (_, go) =>
		onBench([ok, remember('channel', 'Doors in vermilion'), ok, ok], async (bench, holding) => {
			await bench.say(says('hello', bo, here));
			await bench.say(says('Paint it', bo, besides));
			await yes(bench, bo, besides);
			const id = `c-${digestOf('Doors in vermilion')}`.slice(0, 10);
			const changed = command(`/memory edit ${id} Doors in cerulean`, { person: bo, thread: here });
			await bench.say(changed);
			await bench.say(says('Which ones?', cy, besides));
			expect((await holding('cerulean')).filter((file) => file.includes('2__2')).length).toBeGreaterThan(0);
			await go(bench, changed);
			await bench.dispatch.settled();
			expect(await holding('cerulean')).toEqual([]);
		}),
	);
});

describe("a channel's memory that is forgotten or changed", () => {
	it.each(['forget', 'edit'])('is told nowhere any more: /memory %s', (act) =>
		onBench([remember('channel', 'Doors in vermilion'), ok, ok], async (bench, holding) => {
			await bench.say(says('Paint it', bo, here));
			await yes(bench, bo, here);
			await bench.say(says('hello', cy, besides));
			const words = act === 'edit' ? ' Doors in red' : '';
			const id = `c-${digestOf('Doors in vermilion')}`.slice(0, 10);
			await bench.say(command(`/memory ${act} ${id}${words}`, { person: bo, thread: here }));
			const left = await holding('vermilion');
			expect(left.filter((file) => file.includes('2__2'))).toEqual([]);
			expect(left.filter((file) => file.includes('places'))).toEqual([]);
		}),
	);
});

describe('/forget-me', () => {
	it('takes memories of a person’s words, and their instructions, wherever they are told, and leaves those of others', () =>
		onBench(
			[
				remember('person', 'Likes ultramarine'),
				ok,
				remember('channel', 'Doors in vermilion'),
				ok,
				remember('session', 'Floors in saffron'),
				ok,
				ok,
				ok,
			],
			async (bench, holding) => {
				await bench.say(says('I like a blue', bo, here));
				await yes(bench, bo, here);
				await bench.say(says('Doors are red', bo, here));
				await yes(bench, bo, here);
				await bench.say(command('/instructions set me Speak of cerulean', { person: bo, thread: here }));
				await bench.say(says('Floors', cy, here));
				await bench.say(says('Which ones?', cy, besides));
				expect((await holding('vermilion')).length).toBeGreaterThan(3);
				await bench.say(command('/forget-me', { person: bo, thread: here }));
				expect(bench.platform.posts.at(-1)).toContain('memories of your words');
				await bench.say(command('/forget-me yes', { person: bo, thread: here }));
				await bench.dispatch.settled();
				expect(await holding('ultramarine', 'vermilion', 'cerulean')).toEqual([]);
				expect((await holding('saffron')).length).toBeGreaterThan(0);
				expect((await holding('Which ones?')).length).toBeGreaterThan(0);
				await bench.say(says('And now?', cy, besides));
				expect(await holding('vermilion')).toEqual([]);
			},
		));

	it('finds a session that somebody never spoke in, where it remembers their words', () =>
		onBench([ok], async (bench, holding) => {
			await bench.say(says('hello', cy, here));
			const folder = bench.notes.open({ kind: 'session', session: bench.places.sessionIdOf(here) });
			const from = { from: 'Bo', person: bo.id, letter: 'm', at: '2026-11-01T00:00:00.000Z', supersedes: [] };
			await keep({ ...from, text: 'Doors in vermilion' }, folder);
			await bench.say(command('/forget-me yes', { person: bo, thread: besides }));
			await bench.dispatch.settled();
			expect(await holding('vermilion')).toEqual([]);
			expect((await holding('hello')).length).toBeGreaterThan(0);
		}));

	it('knows somebody of whom there are instructions alone', () =>
		onBench([], async (bench, holding) => {
			const ask = async (line: string) => {
				await bench.say(command(line, { person: bo, thread: here }));
				return bench.platform.posts.at(-1);
			};
			await ask('/instructions set me Speak of cerulean');
			expect(await ask('/forget-me')).toContain('I would forget you');
			await ask('/forget-me yes');
			expect(await holding('cerulean')).toEqual([]);
			expect(await ask('/forget-me')).toBe('There is nothing of you here.');
		}));
});

describe('a session that is erased', () => {
	it('takes with it what was remembered out of it elsewhere', () =>
		onBench([remember('channel', 'Doors in vermilion'), ok, ok], async (bench, holding) => {
			await bench.say(says('Doors are red', bo, here));
			await yes(bench, bo, here);
			await bench.say(says('Which ones?', cy, besides));
			await bench.dispatch.erase(bench.places.sessionIdOf(here), inbound('erase', { what: { kind: 'session' } }));
			await bench.dispatch.settled();
			expect(await holding('vermilion')).toEqual([]);
			expect((await holding('Which ones?')).length).toBeGreaterThan(0);
		}));
});
