import { describe, expect, it } from 'vitest';
import type { Platforms } from '../../../src/agent/dispatch/deps.ts';
import { PlatformAwayError } from '../../../src/base/errors.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import type { RoleRules } from '../../../src/chat/people.ts';
import { questionSchema } from '../../../src/chat/question.ts';
import type { Store } from '../../../src/store/store.ts';
import { bo, command, cy, said } from '../../support/commands.ts';
import { recordingPlatform } from '../../support/recording-platform.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { inbound, message, openWorkbench, sessionId, thread, type Workbench } from '../../support/workbench.ts';

const external = { id: 'slack:T9/U9', name: 'Di', traits: ['slack:T1/externals'] };
const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['red', 'blue'] } }] };

/** Notices, and for whose eyes they are. */
function notices(bench: Workbench): [string, string | undefined][] {
	return bench.platform.events.flatMap((event) => (event.type === 'notice' ? [[event.text, event.to?.name]] : []));
}

async function deniedOnce(bench: Workbench, inbounds: readonly Inbound[]): Promise<void> {
	await bench.say(...inbounds);
	await waitFor(() => notices(bench).length > 0, 'the denial');
}

describe('somebody who is not let in', () => {
	it('is told so once in a thread, alone, and nothing of theirs is kept', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const first = said('let me in', { person: external });
		await deniedOnce(bench, [first]);
		expect(await bench.dispatch.accept(first)).toBe('denied');
		await bench.say(said('please', { person: external }), said('hello?', { person: external }));
		expect(bench.platform.posts).toEqual([expect.stringContaining('You may not use Threadsmith here')]);
		expect(notices(bench)[0]?.[1]).toBe('Di');
		expect(bench.platform.told[0]).toMatchObject({ answers: first.key });
		expect(brain.requests).toEqual([]);
		expect(await bench.store.bindings.sessionOf(thread)).toBeUndefined();
		expect(await bench.store.inbox.sessions()).toEqual([]);
	});

	it('gets no folder of a session, however often the session is looked at', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]) });
		bench.platform.away = new PlatformAwayError('terminal', 'It does not answer');
		await bench.say(said('let me in', { person: external }));
		await bench.dispatch.recover();
		await bench.dispatch.settled();
		delete bench.platform.away;
		await bench.dispatch.recover();
		await waitFor(async () => (await bench.store.due.earliest(sessionId)) === undefined, 'the denial');
		await bench.dispatch.settled();
		expect(bench.platform.posts).toHaveLength(1);
		await bench.store.due.by(sessionId, 'work', 0);
		await bench.dispatch.recover();
		await waitFor(async () => (await bench.store.due.earliest(sessionId)) === undefined, 'the look');
		await bench.dispatch.settled();
		expect(await bench.sessions.has(sessionId)).toBe(false);
	});

	it('cannot command, stop or answer either', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([asks]) });
		await bench.say(said('pick', { person: bo }));
		const [question] = await bench.store.records.list('question', sessionId, questionSchema);
		const answer = inbound('answer', { question: question?.id ?? '', value: 'red' });
		const tries = [command('/status'), inbound('stop', {}), answer].map((one) => ({ ...one, person: external }));
		await deniedOnce(bench, tries);
		await waitFor(() => notices(bench).length === 3, 'three denials');
		const [kept] = await bench.store.records.list('question', sessionId, questionSchema);
		expect(kept?.state).toBe('open');
	});
});

/** A bench on whose platform a file comes when it is let go. */
function heldFile(home: string) {
	const platform = recordingPlatform();
	const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	const platforms = (store: Store): Platforms => ({
		...platform.on(store.outbox),
		intake: {
			...platform.on(store.outbox).intake,
			async *fetchFile() {
				begun.resolve();
				await held.promise;
				yield Buffer.from('a,b');
			},
		},
	});
	const bench = openWorkbench({ home, brain: scriptedModel([{ text: 'done' }]), platform, platforms });
	return { bench, begun: begun.promise, go: held.resolve };
}

describe('a guest', () => {
	const roles: RoleRules = { admins: undefined, members: [], guests: [bo.id] };

	it('may read, but not ask', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([]), roles });
		const there = { person: bo, thread: { platform: 'slack', id: 'T1-C1-1.1' } } as const;
		await bench.say(command('/files', there));
		expect(bench.platform.posts.at(-1)).toContain('Handed in: none');
		await bench.say(said('work!', there));
		await waitFor(() => bench.platform.posts.at(-1)?.startsWith('You may read here'), 'the denial');
	});
});

describe('a member who has not spoken in a session', () => {
	it('stops no turn of it, and is told so alone', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'working', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.dispatch.accept(said('go', { person: bo }));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch.accept({ ...inbound('stop', {}), person: cy });
		await waitFor(() => notices(bench).length === 1, 'the refusal');
		expect(notices(bench)).toEqual([['Only those who take part in this session may stop it.', 'Cy']]);
		await bench.say({ ...inbound('stop', {}), person: bo });
		expect(bench.platform.posts.at(-1)).toBe('ended stopped');
	});

	it("ends and takes back nobody else's first message that is being begun", async () => {
		await using dir = await tempDir();
		const { bench, begun, go } = heldFile(dir.path);
		await using _ = bench;
		const first = { ...message('look', [{ name: 'a.csv', source: 'here' }]), person: bo };
		await bench.dispatch.accept(first);
		await begun;
		await bench.dispatch.accept({ ...inbound('stop', {}), person: cy });
		await bench.dispatch.accept({ ...inbound('delete', { of: first.key }), person: cy });
		await waitFor(async () => (await bench.store.inbox.waiting(sessionId)).length === 1, 'both');
		go();
		await bench.dispatch.settled();
		expect(bench.platform.posts).toEqual([
			'Only those who take part in this session may stop it.',
			'done',
			'ended done',
		]);
	});

	it('takes back nothing that is stored after their stop, where nobody is known yet', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([{ text: 'done' }]) });
		await bench.say({ ...inbound('stop', { timed: true }), person: cy, at: '2026-11-28T10:00:03.000Z' });
		await bench.say({ ...said('go', { person: bo }), at: '2026-11-28T10:00:02.000Z' });
		expect(bench.platform.posts).toEqual(['Nothing is running.', 'done', 'ended done']);
	});

	it('withdraws no question of it by a stop', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([asks]) });
		await bench.say(said('pick', { person: bo }));
		await bench.say({ ...inbound('stop', {}), person: cy });
		const [question] = await bench.store.records.list('question', sessionId, questionSchema);
		expect(question?.state).toBe('open');
	});
});
