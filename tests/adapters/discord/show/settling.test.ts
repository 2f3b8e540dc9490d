import { describe, expect, it } from 'vitest';
import { discordTrouble } from '../../../../src/adapters/discord/api/problems/trouble.ts';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { failureOf } from '../api/open-rest.ts';
import { answer, done, play, started, taken, toolFinished, toolStarted } from './events.ts';
import { type OpenShow, openShow } from './open-show.ts';
import { runningTurn } from './running-turn.ts';

const fault = { status: 503, text: 'away' } as const;
const edits = '/channels/:id/messages/:id';
const hours = 3_600_000;

/** A turn whose answer is there when Discord goes away for hours, but not the last form of its live message. */
async function cutShort(opened: OpenShow) {
	const { discord } = opened;
	const { thread, key, feed, end } = await runningTurn(opened);
	const rest = [toolFinished('c1'), answer('The sum is 42.', 2)];
	discord.failNext(`PATCH ${edits}`, fault, 5);
	feed.push(...rest);
	await opened.see(() => opened.texts(thread).length === 2, 'the answer');
	discord.outage(fault, 5 * hours);
	const failure = await failureOf(end(done));
	const events: readonly AgentEvent[] = [started, taken(key), toolStarted('c1'), ...rest, done];
	return { thread, failure, events };
}

describe('the last form of a live message in Discord', () => {
	it('that an outage keeps back makes the turn one that is not shown yet', async () => {
		await using opened = await openShow();
		const { thread, failure } = await cutShort(opened);
		expect(discordTrouble(failure, thread)).toBeInstanceOf(PlatformAwayError);
	});

	it.each([
		['at once', 1],
		['after all of its own tries', 200],
	])(
		'comes by showing the turn once more, %s',
		async (_, away) => {
			await using opened = await openShow();
			const { discord, outbox } = opened;
			const { thread, events } = await cutShort(opened);
			let minutes = 0;
			const pass = async () => {
				await opened.pass(60_000);
				minutes += 1;
				return minutes >= away;
			};
			await waitFor(pass, 'time to pass', 30_000);
			discord.advance(6 * hours);
			const rows = outbox.all.map((row) => ({ ...row }));
			expect(rows.find(({ key }) => key.endsWith('/tool-finished'))?.id).toBeUndefined();
			await opened.until(opened.show(thread, play(...events), rows));
			const texts = opened.texts(thread);
			expect(texts).toEqual([expect.stringMatching(/✓.*ls c1/), expect.stringContaining('The sum is 42.')]);
			expect(texts[0]).not.toContain('Stop');
			expect(outbox.all.filter(({ id }) => id === undefined)).toEqual([]);
		},
		60_000,
	);

	it('is waited for while edits are limited, and then comes later', async () => {
		await using opened = await openShow();
		const { discord } = opened;
		const { thread, end } = await runningTurn(opened);
		const limit = { status: 429, headers: { 'retry-after': '60', 'x-ratelimit-scope': 'shared' } } as const;
		discord.failNext(`PATCH ${edits}`, limit);
		await end(toolFinished('c1'), answer('The sum is 42.', 2), done);
		expect(opened.texts(thread)[0]).toContain('Stop');
		await opened.see(() => !opened.texts(thread)[0]?.includes('Stop'), 'the last form');
		expect(opened.texts(thread)[0]).toMatch(/✓.*ls c1/);
	});
});
