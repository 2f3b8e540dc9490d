import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../../src/agent/session/session-record.ts';
import type { Audience } from '../../../../src/chat/place.ts';
import { questionSchema } from '../../../../src/chat/question.ts';
import type { Thread } from '../../../../src/chat/thread.ts';
import { places } from '../../../../src/platforms.ts';
import { said } from '../../../support/commands.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { inbound, openWorkbench } from '../../../support/workbench.ts';

const bo = { id: 'slack:T1/U2', name: 'Bo' };
const slack = (id: string): Thread => ({ platform: 'slack', id });
const words = (text: string, thread: Thread, audience?: Audience) => ({
	...said(text, { person: bo, thread }),
	...(audience && { audience }),
});
const answers = (count: number) => scriptedModel(Array.from({ length: count }, () => ({ text: 'ok' })));

describe('a thread that was bound to a session of others', () => {
	it.each<[string, Thread, Thread, Audience | undefined]>([
		['of another place', slack('T1-C1-1.1'), slack('T2-C9-1.1'), 'public'],
		['of a direct conversation', slack('T1-D1-1.1'), slack('T1-C1-1.1'), 'public'],
		['of a private channel', slack('T1-C5-1.1'), slack('T1-C1-1.1'), 'public'],
	])('%s goes on with its own', async (_whose, theirs, own, audience) => {
		await using dir = await tempDir();
		const brain = answers(2);
		await using bench = openWorkbench({ home: dir.path, brain });
		await bench.say(words('secret', theirs, 'private'));
		const session = (await bench.store.bindings.sessionOf(theirs)) ?? '';
		await bench.store.bindings.bind(own, session);
		await bench.say(words('what was said?', own, audience));
		expect(JSON.stringify(brain.requests[1]?.messages)).not.toContain('secret');
		expect(await bench.store.bindings.sessionOf(own)).not.toBe(session);
	});

	it('goes on with it as long as all may read both, and no longer when what is said here is private', async () => {
		await using dir = await tempDir();
		const brain = answers(3);
		await using bench = openWorkbench({ home: dir.path, brain });
		const [one, other] = [slack('T1-C1-1.1'), slack('T1-C2-2.2')];
		await bench.say(words('first', one, 'public'));
		const session = (await bench.store.bindings.sessionOf(one)) ?? '';
		await bench.store.bindings.bind(other, session);
		await bench.say(words('second', other, 'public'));
		expect(brain.requests[1]?.messages.map(({ text }) => text).join()).toContain('first');
		await bench.say(words('third', other, 'private'));
		expect(await bench.store.bindings.sessionOf(other)).not.toBe(session);
		expect((await readRecord(await bench.sessions.open(session), places))?.audience).toBe('public');
	});
});

describe("a session's audience", () => {
	it('is private for ever once something private was said in it, and not known where nothing tells', async () => {
		await using dir = await tempDir();
		await using bench = openWorkbench({ home: dir.path, brain: answers(4) });
		const thread = slack('T1-C1-1.1');
		const audience = async () => (await readRecord(await bench.sessions.open('slack-T1-C1-1__1'), places))?.audience;
		await bench.say(words('a', thread));
		expect(await audience()).toBeUndefined();
		await bench.say(words('b', thread, 'public'));
		expect(await audience()).toBe('public');
		await bench.say(words('c', thread, 'private'));
		await bench.say(words('d', thread, 'public'));
		expect(await audience()).toBe('private');
	});
});

describe('an answer with the id of a question of another session', () => {
	it('neither answers nor closes it', async () => {
		await using dir = await tempDir();
		const asks = { calls: [{ name: 'ask_user', args: { question: 'Which?', choices: ['red', 'blue'] } }] };
		await using bench = openWorkbench({ home: dir.path, brain: scriptedModel([asks]) });
		await bench.say(words('go', slack('T1-C1-1.1'), 'public'));
		const [question] = await bench.store.records.list('question', 'slack-T1-C1-1__1', questionSchema);
		const answer = inbound('answer', { question: question?.id ?? '', value: 'red' });
		await bench.say({ ...answer, person: bo, thread: slack('T1-C2-2.2') });
		const [kept] = await bench.store.records.list('question', 'slack-T1-C1-1__1', questionSchema);
		expect(kept?.state).toBe('open');
		expect(bench.platform.posts.at(-1)).toBe('That question is no longer open.');
	});
});
