import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { questionSchema } from '../../../../src/chat/question.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import { bo, command, cy, said } from '../../../support/commands.ts';
import { holdingAny } from '../../../support/holding-any.ts';
import { type ScriptedModel, scriptedModel } from '../../../support/scripted-model.ts';
import { type TempDir, tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { inbound, openWorkbench, type Workbench } from '../../../support/workbench.ts';

const slack = (ts: string): Thread => ({ platform: 'slack', id: `T1-C1-${ts}` });
const [shared, own] = [slack('1.1'), slack('2.2')];
const person = { id: bo.id, name: 'Botticelli' };
const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?' } }] };
const answers = [{ text: 'One' }, { text: 'Two' }, asks, { text: 'Three' }, { text: 'Four' }, { text: 'Five' }];

/** Bo and Cy have spoken in one thread, where Bo has answered a question, too, and Bo alone in another one. */
async function onTalk(test: (bench: Workbench, brain: ScriptedModel, dir: TempDir) => Promise<void>): Promise<void> {
	await using dir = await tempDir();
	const brain = scriptedModel(answers);
	await using bench = openWorkbench({ home: dir.path, brain });
	await bench.say(said('ultramarine', { person, thread: shared }));
	await bench.say(said('saffron', { person: cy, thread: shared }));
	await bench.say(said('vermilion', { person, thread: shared }));
	const session = bench.places.sessionIdOf(shared);
	const [question] = await bench.store.records.list('question', session, questionSchema);
	const answer = inbound('answer', { question: question?.id ?? '', value: 'cerulean' });
	await bench.say({ ...answer, person, thread: shared });
	await bench.say({ ...inbound('feedback', { turn: 't1', value: 'good' }), person, thread: shared });
	await bench.say(said('titian', { person, thread: own }));
	await test(bench, brain, dir);
}

const theirs = ['ultramarine', 'vermilion', 'cerulean', 'titian', 'Botticelli', bo.id];

describe('/forget-me', () => {
	it('tells what would go, and what stays, and does nothing', () =>
		onTalk(async (bench, _brain, dir) => {
			await bench.say(command('/forget-me', { person, thread: shared }));
			const told = bench.platform.posts.at(-1);
			expect(told).toContain('in 2 sessions, of which 1 in which only you spoke goes as a whole');
			expect(told).toContain('/workspace');
			expect(told).toContain('forget-me yes');
			expect((await holdingAny(dir.path, theirs)).length).toBeGreaterThan(3);
		}));

	it('takes what they have set for themselves', () =>
		onTalk(async (bench, _brain, dir) => {
			await bench.say(command('/timezone Asia/Tokyo', { person, thread: shared }));
			expect((await holdingAny(dir.path, ['Asia/Tokyo'])).length).toBeGreaterThan(0);
			await bench.say(command('/forget-me yes', { person, thread: shared }));
			expect(await holdingAny(dir.path, [...theirs, 'Asia/Tokyo'])).toEqual([]);
		}));

	it('takes messages, answers and name out of every session, tells it after, and leaves what others said', () =>
		onTalk(async (bench, brain, dir) => {
			await bench.say(command('/forget-me yes', { person, thread: shared }));
			expect(bench.platform.posts.at(-1)).toContain('You are forgotten in 2 sessions');
			expect(await holdingAny(dir.path, theirs)).toEqual([]);
			await bench.say(said('Go on', { person: cy, thread: shared }));
			const texts = brain.requests.at(-1)?.messages.map(({ text }) => text);
			expect(texts).toContain('[From Cy]\nsaffron');
			expect(texts?.filter((text) => text === '[deleted]')).toHaveLength(3);
			const record = join(dir.path, 'sessions', bench.places.sessionIdOf(shared), 'session.json');
			expect(JSON.parse(await readFile(record, 'utf8'))).toMatchObject({
				title: 'Untitled',
				owner: { id: 'nobody' },
				participants: [{ id: cy.id }],
			});
		}));

	it('is nothing to somebody who has said nothing', () =>
		onTalk(async (bench) => {
			await bench.say(command('/forget-me yes', { person: { id: 'slack:T1/U9', name: 'Di' }, thread: shared }));
			expect(bench.platform.posts.at(-1)).toContain('There is nothing of you here.');
		}));

	it('finds who takes no part in a session, and has only answered there', () =>
		onTalk(async (bench, _brain, dir) => {
			const { documents } = await bench.sessions.open(bench.places.sessionIdOf(shared));
			const record = await documents.read('session', z.looseObject({}));
			await documents.write('session', { ...record, title: 'Ours', owner: cy, participants: [cy] });
			await bench.say(command('/forget-me yes', { person, thread: own }));
			expect(bench.platform.posts.at(-1)).toContain('You are forgotten in 2 sessions');
			expect(await holdingAny(dir.path, theirs)).toEqual([]);
		}));

	it('finds who has only given feedback in a session', () =>
		onTalk(async (bench, _brain, dir) => {
			const di = { id: 'slack:T1/U9', name: 'Dionysos' };
			await bench.say({ ...inbound('feedback', { turn: 't1', value: 'good' }), person: di, thread: shared });
			expect((await holdingAny(dir.path, [di.id])).length).toBeGreaterThan(0);
			await bench.say(command('/forget-me yes', { person: di, thread: shared }));
			expect(bench.platform.posts.at(-1)).toContain('You are forgotten in 1 session');
			expect(await holdingAny(dir.path, [di.id, di.name])).toEqual([]);
		}));

	it('leaves what somebody whose id begins with theirs has said', () =>
		onTalk(async (bench, _brain, dir) => {
			const di = { id: `${bo.id}2`, name: `${person.name} Two` };
			await bench.say(said('celadon', { person: di, thread: shared }));
			await bench.say(command('/forget-me yes', { person, thread: shared }));
			expect((await holdingAny(dir.path, ['celadon'])).length).toBeGreaterThan(0);
			expect((await holdingAny(dir.path, [di.id])).length).toBeGreaterThan(0);
		}));

	it('takes their name out of a tool that they have proposed, and of a stop of theirs', () =>
		onTalk(async (bench, _brain, dir) => {
			const { records } = bench.store;
			const session = bench.places.sessionIdOf(shared);
			const at = new Date().toISOString();
			const tool = { catalog: 'slack-T1', tool: 'text/count', version: 1, sha256: 'a' };
			await records.put('proposal', session, 'p1', { id: 'p1', session, ...tool, proposedBy: person, at });
			await records.put('stop', session, `slack/${shared.id}`, { at, thread: shared, of: person.id });
			await bench.say(command('/forget-me yes', { person, thread: shared }));
			expect(await holdingAny(dir.path, theirs)).toEqual([]);
		}));

	it('takes their name out of a damaged record that was set aside', () =>
		onTalk(async (bench, _brain, dir) => {
			const root = join(dir.path, 'sessions', bench.places.sessionIdOf(shared));
			const record = await readFile(join(root, 'session.json'), 'utf8');
			await writeFile(join(root, 'session.json.damaged-20260101T000000Z'), record.slice(0, -5));
			await bench.say(command('/forget-me yes', { person, thread: shared }));
			expect(await holdingAny(dir.path, theirs)).toEqual([]);
		}));

	it('withdraws what waits to be heard, before the turn that runs there has ended', async () => {
		await using dir = await tempDir();
		const brain = scriptedModel([{ text: 'One' }, { text: 'Two', hangs: true }, { text: 'Three' }]);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(said('titian', { person, thread: own }));
		await bench.dispatch.accept(said('saffron', { person: cy, thread: shared }));
		await waitFor(() => brain.requests.length === 2, 'the turn');
		await bench.dispatch.accept(said('ultramarine', { person, thread: shared }));
		await bench.dispatch.accept(command('/forget-me yes', { person, thread: own }));
		const session = bench.places.sessionIdOf(shared);
		const isOrdered = async () => (await bench.store.inbox.waiting(session)).some(({ type }) => type === 'erase');
		await waitFor(isOrdered, 'the order');
		await bench.say({ ...inbound('stop', {}), person: cy, thread: shared });
		expect(bench.platform.posts.join('\n')).toContain('You are forgotten in 2 sessions');
		expect(brain.requests).toHaveLength(2);
		expect(await holdingAny(dir.path, theirs)).toEqual([]);
	});
});
