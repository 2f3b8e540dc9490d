import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/agent/model/model.ts';
import { createFakeSandboxes } from '../support/fake-sandboxes.ts';
import { createFastClock } from '../support/jumping-clock.ts';
import { scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { discordPlace } from './discord/discord-place.ts';
import { has, openStage, type Place, type PlaceThread } from './forge-place.ts';
import { slackPlace } from './slack/slack-place.ts';

/** Ten seconds pass in one. */
const factor = 10;
const seconds = (count: number) => (count * 1000) / factor;

/** The same model; `before` is called before each of its replies. */
function withBefore(model: Model, before: () => void): Model {
	return {
		...model,
		reply(...request) {
			before();
			return model.reply(...request);
		},
	};
}

const times = (thread: PlaceThread, words: string) => thread.seen().filter((text) => text.includes(words)).length;

const faults = [
	['answers 503', { status: 503 }],
	['resets connections', 'drop-request'],
] as const;

const places: readonly (readonly [string, () => Promise<Place>])[] = [
	['Slack', slackPlace],
	['Discord', discordPlace],
];

describe.each(places)('while %s is away', (_name, open) => {
	it.each(faults)(
		'an answer waits when it %s, and is there once within a minute of its return',
		async (_fault, fault) => {
			await using place = await open();
			await using dir = await tempDir();
			const script = scriptedModel([{ text: 'Hello.' }, { text: 'The answer is 42.' }]);
			let away = false;
			const brain = withBefore(script, () => away && place.outage(fault, seconds(20)));
			await using stage = await openStage(place, { home: dir.path, brain, clock: createFastClock(factor) });
			const thread = place.thread();
			await thread.as('admin').say('hello');
			await waitFor(() => has(thread.seen(), 'Hello.'), 'the first answer');
			away = true;
			await thread.as('admin').say('and now');
			await waitFor(() => has(thread.seen(), 'The answer is 42.'), 'the answer', seconds(80));
			await stage.bench.dispatch.settled();
			expect(times(thread, 'The answer is 42.')).toBe(1);
			expect(script.requests).toHaveLength(2);
			await waitFor(() => !thread.isAtWork(), 'its finished face');
			expect(await stage.bench.store.inbox.sessions()).toEqual([]);
			expect(await stage.bench.store.due.earliest()).toBeUndefined();
		},
	);

	it('the first answer of a new thread waits, and the file that it hands over', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const script = scriptedModel([{ calls: [{ name: 'bash', args: { command: 'x' } }] }, { text: 'Here you are.' }]);
		const brain = withBefore(script, () => script.requests.length === 0 && place.outage({ status: 503 }, seconds(20)));
		const sandboxes = createFakeSandboxes({
			tools: {
				bash: async (_args, { files }) => {
					files.set('/outputs/sums.csv', Buffer.from('a,b'));
					return { ok: true, text: 'exit code 0' };
				},
			},
		});
		await using stage = await openStage(place, { home: dir.path, brain, sandboxes, clock: createFastClock(factor) });
		const thread = place.thread();
		await thread.as('admin').say('hello');
		await waitFor(() => has(thread.seen(), 'Here you are.') && has(thread.seen(), 'sums.csv'), 'both', seconds(90));
		await stage.bench.dispatch.settled();
		expect(times(thread, 'Here you are.')).toBe(1);
		expect(times(thread, 'sums.csv')).toBe(1);
		expect(script.requests).toHaveLength(2);
		await waitFor(async () => (await stage.bench.store.inbox.sessions()).length === 0, 'nothing left');
	});

	it('what a command answers waits, and the command is done once', async () => {
		await using place = await open();
		await using dir = await tempDir();
		let done = 0;
		await using stage = await openStage(place, {
			home: dir.path,
			brain: scriptedModel([{ text: 'Hello.' }]),
			clock: createFastClock(factor),
			commands: [
				{
					name: 'mend',
					help: 'Mend it',
					arguments: [],
					right: 'guest',
					when: 'in-order',
					run: async () => {
						done += 1;
						place.outage({ status: 503 }, seconds(20));
						return 'Mended.';
					},
				},
			],
		});
		const thread = place.thread();
		await thread.as('admin').say('hello');
		await waitFor(() => has(thread.seen(), 'Hello.'), 'the first answer');
		await thread.as('admin').say('mend');
		await waitFor(() => has(thread.seen(), 'Mended.'), 'what came of it', seconds(80));
		await stage.bench.dispatch.settled();
		expect(times(thread, 'Mended.')).toBe(1);
		expect(done).toBe(1);
	});
});
