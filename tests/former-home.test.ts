import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Model, ModelRequest } from '../src/agent/model/model.ts';
import { questionSchema } from '../src/chat/question.ts';
import type { Thread } from '../src/chat/thread.ts';
import { bo, said } from './support/commands.ts';
import { recordingPlatform } from './support/recording-platform.ts';
import { type TempDir, tempDir } from './support/temp-dir.ts';
import { inbound, openWorkbench, type Workbench } from './support/workbench.ts';

/** A data folder as version 0.1.0 left it when it was killed: a tool was running, questions were open, an answer was not shown. */
const formerHome = join(import.meta.dirname, 'fixtures', 'former-home');

const ada = { id: 'slack:T1/U1', name: 'Ada', traits: ['slack:T1/installer'] };

function inSlack(ts: string): Thread {
	return { platform: 'slack', id: `T1-C1-1700000000.${ts}` };
}

/** Answers with the newest words that it is sent, so that the order in which sessions go on does not matter. */
function echoing(requests: ModelRequest[]): Model {
	return {
		name: 'echoing',
		async *reply(request) {
			requests.push(request);
			const text = `Answer to "${request.messages.at(-1)?.text.replace(/^(?:\[(?:Forged tools|Time): .*\]\n)+/, '')}"`;
			yield { type: 'text', delta: text };
			return { text, reasoning: '', calls: [], cut: false };
		},
		ask: () => Promise.reject(new Error('Not asked here')),
	};
}

interface Opened extends AsyncDisposable {
	readonly bench: Workbench;
	readonly requests: ModelRequest[];
	/** How often something was posted that contains this. */
	count(words: string): number;
}

async function reopened(dir: TempDir): Promise<Opened> {
	await cp(formerHome, dir.path, { recursive: true });
	const requests: ModelRequest[] = [];
	const platform = recordingPlatform();
	const bench = openWorkbench({ home: dir.path, brain: echoing(requests), platform });
	await bench.dispatch.recover();
	await bench.dispatch.settled();
	return {
		bench,
		requests,
		count: (words) => platform.posts.filter((post) => post.includes(words)).length,
		[Symbol.asyncDispose]: () => bench[Symbol.asyncDispose](),
	};
}

describe('a data folder of version 0.1.0', () => {
	it('goes on with its open turn, and with the message behind it', async () => {
		await using dir = await tempDir();
		await using opened = await reopened(dir);
		expect(opened.count('Answer to "Interrupted: Threadsmith stopped while this ran.')).toBe(1);
		expect(opened.count('Answer to "And then another"')).toBe(1);
	});

	it('takes the message that nobody had looked at', async () => {
		await using dir = await tempDir();
		await using opened = await reopened(dir);
		expect(opened.count('Nobody has looked at this')).toBe(1);
	});

	it('shows the answer that could not be shown, without asking the model again', async () => {
		await using dir = await tempDir();
		await using opened = await reopened(dir);
		expect(opened.count('The answer that could not be shown.')).toBe(1);
		expect(opened.requests.some((request) => request.messages.at(-1)?.text.includes('Show me'))).toBe(false);
	});

	it('takes the answer to the question that was open', async () => {
		await using dir = await tempDir();
		await using opened = await reopened(dir);
		const { bench } = opened;
		const [question] = await bench.store.records.list('question', 'slack-T1-C1-1700000000__000200', questionSchema);
		const answer = inbound('answer', { question: question?.id ?? '', value: 'blue' });
		await bench.say({ ...answer, thread: inSlack('000200'), person: bo });
		expect(opened.count('Answer to "Bo answered: blue\n[Time: ')).toBe(1);
	});

	it('lets an admin decide what had been proposed', async () => {
		await using dir = await tempDir();
		await using opened = await reopened(dir);
		const { bench } = opened;
		const [question] = await bench.store.records.list('question', 'slack-T1-C1-1700000000__000100', questionSchema);
		const answer = inbound('answer', { question: question?.id ?? '', value: 'Share it' });
		await bench.say({ ...answer, thread: inSlack('000100'), person: ada });
		expect(opened.count('Shared: numbers/double_number is version 1')).toBe(1);
	});

	it('knows what was said in its sessions', async () => {
		await using dir = await tempDir();
		await using opened = await reopened(dir);
		await opened.bench.say(said('And you?', { thread: inSlack('000100'), person: ada }));
		expect(opened.requests.at(-1)?.messages.map(({ text }) => text)).toEqual([
			expect.stringContaining('Hello, do you know me?'),
			'Hello Bo.',
			expect.stringContaining('And you?'),
		]);
	});
});
