import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { ask, bo, cy, said } from '../../support/commands.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { type ScriptedReply, scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { echoTool, inbound, message, openWorkbench } from '../../support/workbench.ts';

const thread = { platform: 'slack', id: 'T1-C1-1.0' } as const;
const asked = said('@smith sum these up', { person: bo, thread });
const aside = (text = "Thanks, I'll call them") => ({ ...message(text), person: cy, thread, aside: true }) as const;
const silence: ScriptedReply = { calls: [{ name: 'stay_silent', args: {} }] };

const stranger = { id: 'slack:T9/U9', name: 'Di', traits: ['slack:T1/externals'] };

async function open(...replies: ScriptedReply[]) {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const brain = scriptedModel([{ text: 'It is 4' }, ...replies]);
	const sandboxes = createFakeSandboxes({ tools: { bash: echoTool('exit code 0') } });
	const bench = building.use(openWorkbench({ home: dir.path, brain, sandboxes }));
	await bench.say(asked);
	const { events } = bench.platform;
	const before = events.length;
	const parts = building.move();
	return {
		bench,
		brain,
		home: dir.path,
		shown: () => events.slice(before),
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

/** The conversation is of a newer version: the session cannot be worked on for now. */
async function makeUnreadable({ bench, home }: Awaited<ReturnType<typeof open>>): Promise<void> {
	const history = join(home, 'sessions', bench.places.sessionIdOf(thread), 'state', 'current_history.json');
	await writeFile(history, '{"version":2}');
}

describe('what is said to nobody by name', () => {
	it('reaches the Brain, which is told so, and ends without any trace when it stays silent', async () => {
		await using scene = await open(silence, { text: 'Yes?' });
		await scene.bench.say(aside());
		expect(scene.brain.requests[1]?.messages.at(-1)?.text).toBe(
			"[From Cy]\nThanks, I'll call them\n[It does not name you. Where it is not for you, call stay_silent.]",
		);
		expect(scene.brain.requests).toHaveLength(2);
		expect(scene.shown()).toEqual([]);
		await scene.bench.say(said('@smith are you there?', { person: bo, thread }));
		expect(scene.bench.platform.posts.at(-2)).toBe('Yes?');
	});

	it('is answered where the Brain speaks, from the first sign on', async () => {
		await using scene = await open({ text: 'They have moved: 555-0100' });
		await scene.bench.say(aside('What was their number?'));
		const types = scene.shown().map(({ type }) => type);
		expect([types[0], types.at(-1)]).toEqual(['turn-started', 'turn-ended']);
		expect(types).toContain('taken');
		expect(scene.bench.platform.posts).toContain('They have moved: 555-0100');
	});

	it('shows the turn as soon as the Brain calls a tool', async () => {
		await using scene = await open({ calls: [{ name: 'bash', args: { command: 'ls' } }] }, silence);
		await scene.bench.say(aside('The file is there now'));
		expect(scene.shown().map(({ type }) => type)).toContain('tool-started');
		expect(scene.shown().at(-1)).toMatchObject({ type: 'turn-ended', outcome: 'done' });
		expect(scene.shown().filter(({ type }) => type === 'message')).toEqual([]);
	});

	it.each<readonly [string, ScriptedReply]>([
		['says nothing at all', { text: '  ' }],
		['says with it that it stays silent', { text: 'I stay silent.', ...silence }],
		['calls it by another name', { calls: [{ name: 'functions.stay_silent', args: {} }] }],
		['writes its name', { text: '`stay_silent()`' }],
		['writes that it calls it', { text: '[Call stay_silent.]' }],
		['calls for work with it', { calls: [{ name: 'bash', args: { command: 'ls' } }, ...(silence.calls ?? [])] }],
		['asks something with it', { calls: [...(silence.calls ?? []), { name: 'ask_user', args: { question: 'Who?' } }] }],
		['fails before it has said anything', { fails: new Error('The model is gone') }],
	])('leaves no trace where the Brain %s', async (_what, reply) => {
		await using scene = await open(reply);
		await scene.bench.say(aside());
		expect(scene.brain.requests).toHaveLength(2);
		expect(scene.shown()).toEqual([]);
	});

	it('is told of where the turn fails after a sign of it', async () => {
		const works = { calls: [{ name: 'bash', args: { command: 'ls' } }] };
		await using scene = await open(works, { fails: new Error('The model is gone') });
		await scene.bench.say(aside());
		expect(scene.bench.platform.posts.at(-1)).toContain('ended failed');
	});

	it('is told of a failure where nobody else has spoken', async () => {
		await using scene = await open({ fails: new Error('The model is gone') });
		await scene.bench.say({ ...aside('And by region?'), person: bo });
		expect(scene.bench.platform.posts.at(-1)).toContain('ended failed');
	});

	it('is not told that nothing runs when it is the word that stops', async () => {
		await using scene = await open(silence);
		const stop = inbound('stop', { timed: true, aside: true });
		await scene.bench.say({ ...stop, key: 'aside', person: cy, thread });
		expect(scene.shown()).toEqual([]);
		await scene.bench.say(aside());
		for (const person of [cy, bo]) await scene.bench.say({ ...stop, key: `${person.id}/2`, person, thread });
		expect(scene.shown()).toEqual([]);
		expect(await scene.bench.store.inbox.waiting(scene.bench.places.sessionIdOf(thread))).toEqual([]);
	});

	it('is told that nothing runs where nobody else has spoken, or where it names us', async () => {
		await using scene = await open(silence);
		await scene.bench.say({ ...inbound('stop', { timed: true, aside: true }), person: bo, thread });
		expect(scene.bench.platform.posts.at(-1)).toContain('Nothing is running.');
		await scene.bench.say(aside());
		const before = scene.shown().length;
		await scene.bench.say({ ...inbound('stop', { timed: true }), person: bo, thread });
		expect(scene.shown().slice(before)).toMatchObject([{ text: 'Nothing is running.' }]);
	});

	it('is told of no failure where others have spoken before we were called', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'It is 4' }, { fails: new Error('The model is gone') }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		bench.platform.earlier = [{ name: cy.name, person: cy, at: '2026-11-28T10:00:00Z', text: 'the plan', files: [] }];
		await bench.say({ ...message('@smith sum these up'), person: bo, thread, withEarlier: true });
		const before = bench.platform.events.length;
		await bench.say({ ...aside('And by region?'), person: bo });
		expect(brain.requests).toHaveLength(2);
		expect(bench.platform.events.slice(before)).toEqual([]);
	});

	it('is told that it cannot be taken in where nobody else has spoken', async () => {
		await using scene = await open(silence);
		await makeUnreadable(scene);
		await scene.bench.say({ ...aside('And by region?'), person: bo });
		expect(scene.bench.platform.posts.at(-1)).toContain('Nothing that was said is lost');
	});

	it('leaves no trace where it cannot be taken in for now, of which whoever names us is told', async () => {
		await using scene = await open(silence);
		await makeUnreadable(scene);
		await scene.bench.say(aside());
		expect(scene.shown()).toEqual([]);
		await scene.bench.say(said('@smith are you there?', { person: bo, thread }));
		expect(scene.bench.platform.posts.at(-1)).toContain('Nothing that was said is lost');
	});

	it('is not answered with a denial where its person may not ask', async () => {
		await using scene = await open();
		await scene.bench.say({ ...aside(), person: stranger });
		expect(scene.shown()).toEqual([]);
		await scene.bench.say(said('@smith hi', { person: stranger, thread }));
		expect(scene.bench.platform.posts.at(-1)).toContain('You may not use Threadsmith here');
	});

	it('leaves a question open that its person was not asked, and withdraws it where whoever asked turns to something else', async () => {
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['red', 'blue'] } }] };
		await using scene = await open(asks, { text: 'Green it is' });
		await scene.bench.say(said('@smith paint it', { person: bo, thread }));
		await scene.bench.say({ ...aside('Nice weather'), person: { id: 'slack:T1/U7', name: 'Di' } });
		expect(scene.brain.requests).toHaveLength(2);
		await scene.bench.say({ ...aside('green, please'), person: bo });
		expect(scene.bench.platform.posts).toContain('Green it is');
	});

	it('is gone on with in silence after a crash', async () => {
		await using dir = await tempDir();
		const first = scriptedModel([{ text: 'It is 4' }, { hangs: true }]);
		{
			await using bench = openWorkbench({ home: dir.path, brain: first });
			await bench.say(asked);
			await bench.dispatch.accept(aside());
			await waitFor(() => first.requests.length === 2, 'the request');
		}
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([silence]) });
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		expect(bench.platform.events).toEqual([]);
	});
});

describe('silence', () => {
	it('is no answer to whoever names us: the Brain is asked again', async () => {
		await using scene = await open(silence, { text: 'Yes?' });
		await scene.bench.say(said('@smith are you there?', { person: bo, thread }));
		expect(scene.brain.requests.at(-1)?.messages.at(-1)?.text).toContain('It was said to you');
		expect(scene.bench.platform.posts).toContain('Yes?');
	});

	it('beside words to whoever names us counts as the words', async () => {
		await using scene = await open({ text: 'Here I am', ...silence });
		await scene.bench.say(said('@smith are you there?', { person: bo, thread }));
		expect(scene.brain.requests).toHaveLength(2);
		expect(scene.bench.platform.posts).toContain('Here I am');
	});

	it('is offered where others listen alone, after all other tools', async () => {
		await using scene = await open({ text: 'Yes' }, { text: 'Yes' });
		await scene.bench.say(said('hi'));
		await scene.bench.say(said('hi', { person: bo, thread: { platform: 'slack', id: 'T1-D1-1.0' } }));
		const offered = scene.brain.requests.map(({ tools }) => tools.map(({ name }) => name));
		expect(offered.map((names) => names.includes('stay_silent'))).toEqual([true, false, false]);
		expect(offered[0]).toEqual([...(offered[1] ?? []), 'stay_silent']);
	});
});

describe('/listen', () => {
	const by = { person: bo, thread };

	it('mention leaves alone whoever names nobody, but for the answer to a question', async () => {
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['red', 'blue'] } }] };
		await using scene = await open(asks, { text: 'Red it is' });
		expect(await ask(scene.bench, '/listen mention', by)).toBe('I hear who names me.');
		await scene.bench.say(aside());
		expect(scene.brain.requests).toHaveLength(1);
		await scene.bench.say(said('@smith paint it', by));
		await scene.bench.say(aside('Nice weather'));
		await scene.bench.say({ ...aside('red'), ...by });
		expect(scene.brain.requests).toHaveLength(3);
		expect(scene.bench.platform.posts).toContain('Red it is');
	});

	it('all takes everything as said to us', async () => {
		await using scene = await open({ text: 'You are welcome' });
		await ask(scene.bench, '/listen all', by);
		await scene.bench.say(aside());
		expect(scene.brain.requests[1]?.messages.at(-1)?.text).toBe("[From Cy]\nThanks, I'll call them");
	});

	it('is auto at first, or as the admins of the place have it', async () => {
		await using scene = await open();
		expect(await ask(scene.bench, '/listen', by)).toContain('stay silent where it is not for me');
		expect(await ask(scene.bench, '/listen mention place', by)).toBe(
			'What holds for the whole place is for its admins to say.',
		);
		const admin = { ...bo, traits: ['slack:T1/installer'] };
		await ask(scene.bench, '/listen mention place', { person: admin, thread });
		expect(await ask(scene.bench, '/listen', by)).toBe('I hear who names me.');
		await ask(scene.bench, '/listen all', by);
		expect(await ask(scene.bench, '/listen', by)).toContain('answer everything');
	});
});
