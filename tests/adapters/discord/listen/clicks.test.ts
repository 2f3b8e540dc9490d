import { describe, expect, it } from 'vitest';
import { questionDigest, writeCustomId } from '../../../../src/adapters/discord/custom-ids.ts';
import { renderAnswer, withThumbs } from '../../../../src/adapters/discord/render/answer.ts';
import type { DiscordMessage } from '../../../../src/adapters/discord/render/discord-message.ts';
import { sentence, waitingMessage } from '../../../../src/adapters/discord/render/parts.ts';
import { progressMessage } from '../../../../src/adapters/discord/render/progress.ts';
import { questionMessage } from '../../../../src/adapters/discord/render/question.ts';
import { placeOf, threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { liveKey } from '../../../../src/adapters/present/live/live-parts.ts';
import type { AnswerShape, Question } from '../../../../src/chat/question.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import { askedByCall } from '../../../support/asked-by-call.ts';
import type { FakeDiscord } from '../../../support/fake-discord/fake-discord.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { nothingKept, type OpenListen } from './open-listen.ts';
import { openPatient, startPatientDiscord } from './open-patient.ts';

const { signal } = new AbortController();

/** A thread of ours, made by a mention of Ada's. */
async function beginThread(discord: FakeDiscord, listen: OpenListen): Promise<Thread> {
	const root = await discord.as(discord.ada).say(discord.channel, 'make a chart', { mention: true });
	await waitFor(() => discord.threads(discord.channel).some(({ id }) => id === root), 'the thread');
	await waitFor(() => listen.of('message').length > 0, 'the message');
	return threadAt({ kind: 'thread', guild: discord.guild, parent: discord.channel, channel: root });
}

async function ask(listen: OpenListen, thread: Thread, answer: AnswerShape): Promise<Question> {
	const question: Question = {
		...{
			id: `q-${answer.kind}`,
			session: `discord-${thread.id}`,
			turn: 't1',
			...askedByCall('c1'),
			text: 'Which one?',
		},
		...{ answer, whoMayAnswer: [], until: new Date(Date.now() + 3_600_000).toISOString(), state: 'open' },
	};
	await listen.kept.records.put('question', question.session, question.id, question);
	return question;
}

function post(listen: OpenListen, thread: Thread, message: DiscordMessage): Promise<string> {
	return listen.postOnce({ channel: placeOf(thread).channel, key: `k-${Math.random()}`, message }, signal);
}

const form: AnswerShape = {
	kind: 'form',
	fields: [
		{ name: 'count', label: 'How many', kind: 'number', required: true },
		{ name: 'why', label: 'Why', kind: 'text', required: false },
	],
};

describe('a question', () => {
	it('is answered by a button and by a choice in a list', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		const thread = await beginThread(discord, listen);
		const few = await ask(listen, thread, { kind: 'choices', choices: ['North', 'South'] });
		const many = await ask(listen, thread, {
			kind: 'choices',
			choices: Array.from({ length: 8 }, (_, at) => `Number ${at}`),
		});
		const byButton = await post(listen, thread, questionMessage(few, 'k1'));
		const ada = discord.as(discord.ada);
		await listen.kept.records.put('question', few.session, 'q-few', { ...few, id: 'q-few' });
		const buttons = await post(listen, thread, questionMessage({ ...few, id: 'q-few' }, 'k3'));
		const list = await post(listen, thread, questionMessage(many, 'k2'));
		const seen = await ada.click(
			buttons,
			writeCustomId({ does: 'choose', question: questionDigest('q-few'), choice: 1 }),
		);
		const select = { does: 'select', question: questionDigest(many.id) } as const;
		await ada.choose(list, writeCustomId(select), ['3']);
		expect(listen.of('answer')).toMatchObject([
			{ question: 'q-few', value: 'South', thread, person: { name: 'Ada' }, key: `i/${seen.id}` },
			{ question: many.id, value: 'Number 3' },
		]);
		expect(seen).toMatchObject({ deferred: true, followUps: [] });
		expect(byButton).not.toBe(buttons);
	});

	it('is answered by a form, after a restart too, and told what is wrong', async () => {
		await using discord = await startPatientDiscord();
		const kept = nothingKept();
		const first = await openPatient(discord, { kept });
		const thread = await beginThread(discord, first);
		const question = await ask(first, thread, form);
		const message = await post(first, thread, questionMessage(question, 'k1'));
		await first[Symbol.asyncDispose]();
		await using listen = await openPatient(discord, { kept });
		const ada = discord.as(discord.ada);
		const opened = await ada.click(
			message,
			writeCustomId({ does: 'open-form', question: questionDigest(question.id) }),
		);
		const modal = await waitFor(() => opened.modal, 'the form');
		const [count, why] = modal.fields.map(({ customId }) => customId);
		const wrong = await ada.submit(modal, { [count ?? '']: 'many', [why ?? '']: '' });
		expect(wrong.ephemeral).toBe(true);
		expect(wrong.response?.content).toContain('- How many: This must be a number');
		const again = await ada.click(message, writeCustomId({ does: 'open-form', question: questionDigest(question.id) }));
		const second = await waitFor(() => again.modal, 'the form');
		await ada.submit(second, { [count ?? '']: '7', [why ?? '']: 'so' });
		expect(listen.of('answer')).toMatchObject([{ question: question.id, value: { count: 7, why: 'so' }, thread }]);
	});

	it('that is closed takes no answer', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		const thread = await beginThread(discord, listen);
		const question = await ask(listen, thread, { kind: 'choices', choices: ['North', 'South'] });
		const formed = await ask(listen, thread, form);
		const [buttons, opener] = [
			await post(listen, thread, questionMessage(question, 'k1')),
			await post(listen, thread, questionMessage(formed, 'k2')),
		];
		const ada = discord.as(discord.ada);
		const open = { does: 'open-form', question: questionDigest(formed.id) } as const;
		const opened = await ada.click(opener, writeCustomId(open));
		for (const one of [question, formed])
			await listen.kept.records.put('question', one.session, one.id, { ...one, state: 'expired' });
		const modal = await waitFor(() => opened.modal, 'the form');
		const choose = { does: 'choose', question: questionDigest(question.id), choice: 0 } as const;
		const count = modal.fields[0]?.customId ?? '';
		const answers = [
			await ada.click(buttons, writeCustomId(choose)),
			await ada.click(opener, writeCustomId(open)),
			await ada.submit(modal, { [count]: '7' }),
		];
		for (const seen of answers) {
			expect(seen.ephemeral).toBe(true);
			expect(seen.response?.content).toBe('That question is no longer open.');
		}
		expect(listen.of('answer')).toEqual([]);
	});
});

describe('a button', () => {
	it('stops the turn that runs in its thread, and no later one', async () => {
		await using discord = await startPatientDiscord();
		const running = new Map<string, Thread>();
		await using listen = await openPatient(discord, { running });
		const thread = await beginThread(discord, listen);
		const row = { type: 1, components: [{ type: 2, style: 4, label: 'Stop', custom_id: 'stop' }] } as const;
		const message = await post(listen, thread, {
			...sentence('Working …'),
			components: [{ ...row, components: [...row.components] }],
		});
		const ada = discord.as(discord.ada);
		const early = await ada.click(message, 'stop');
		expect(early.response?.content).toBe('Nothing is running.');
		running.set(placeOf(thread).channel, thread);
		await ada.click(message, 'stop');
		expect(listen.of('stop')).toMatchObject([{ thread, person: { name: 'Ada' } }]);
	});

	it.each([1, 101])('of a turn that has ended stops no later one (live message %i)', async (number) => {
		await using discord = await startPatientDiscord();
		const running = new Map<string, Thread>();
		await using listen = await openPatient(discord, { running, turn: 't2' });
		const thread = await beginThread(discord, listen);
		running.set(placeOf(thread).channel, thread);
		const ada = discord.as(discord.ada);
		const live = (turn: string) =>
			post(listen, thread, progressMessage([], { footer: '', stop: true, keys: [liveKey(turn, number)] }));
		const late = await ada.click(await live('t1'), 'stop');
		expect(late.response?.content).toBe('That turn has ended already.');
		await ada.click(await live('t2'), 'stop');
		expect(listen.of('stop')).toMatchObject([{ thread, turn: 't2' }]);
	});

	it('uses a waiting message now, or takes it back, and is gone', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		const thread = await beginThread(discord, listen);
		const ada = discord.as(discord.ada);
		const of = listen.of('message')[0]?.key ?? '';
		const now = await post(listen, thread, waitingMessage(of, 'k1'));
		const back = await post(listen, thread, waitingMessage(of, 'k2'));
		await ada.click(now, writeCustomId({ does: 'use-now', of }));
		await ada.click(back, writeCustomId({ does: 'take-back', of }));
		expect(listen.of('steer')).toMatchObject([{ of, thread }]);
		expect(listen.of('delete')).toMatchObject([{ of, thread }]);
		await waitFor(() => !discord.message(now) && !discord.message(back), 'them to be gone');
	});

	it('stays where somebody presses it whose message it is not: the core may not let them', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		const thread = await beginThread(discord, listen);
		const of = listen.of('message')[0]?.key ?? '';
		const back = await post(listen, thread, waitingMessage(of, 'k2'));
		await discord.as(discord.grace).click(back, writeCustomId({ does: 'take-back', of }));
		expect(listen.of('delete')).toMatchObject([{ of, person: { name: 'Grace' } }]);
		expect(discord.message(back)).toBeDefined();
	});

	it('takes feedback, and says thank you', async () => {
		await using discord = await startPatientDiscord();
		await using listen = await openPatient(discord);
		const thread = await beginThread(discord, listen);
		const answer = renderAnswer('It is done.', 'k');
		const [first] = answer.kind === 'messages' ? answer.messages : [];
		if (!first) throw new Error('There is no answer');
		const message = await post(listen, thread, withThumbs(first, 't1'));
		const seen = await discord
			.as(discord.grace)
			.click(message, writeCustomId({ does: 'feedback', value: 'good', turn: 't1' }));
		expect(seen).toMatchObject({ ephemeral: true, response: { content: 'Thank you.' } });
		expect(listen.of('feedback')).toMatchObject([{ turn: 't1', value: 'good', person: { name: 'Grace' } }]);
	});

	it('says what went wrong when the core cannot take it in', async () => {
		await using discord = await startPatientDiscord();
		let isBroken = false;
		await using listen = await openPatient(discord, {
			accept: (inbound, keep) => (isBroken ? Promise.reject(new Error('The disk is full')) : keep(inbound)),
		});
		const thread = await beginThread(discord, listen);
		const message = await post(listen, thread, waitingMessage('1/2', 'k1'));
		isBroken = true;
		const seen = await discord.as(discord.ada).click(message, writeCustomId({ does: 'use-now', of: '1/2' }));
		expect(seen.response?.content).toBe('That did not work: The disk is full. Try it once more.');
	});
});
