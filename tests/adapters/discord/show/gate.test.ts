import { describe, expect, it } from 'vitest';
import { discordTrouble } from '../../../../src/adapters/discord/api/problems/trouble.ts';
import { threadAt } from '../../../../src/adapters/discord/thread-keys.ts';
import { PlatformAwayError } from '../../../../src/base/errors.ts';
import type { Fault } from '../../../support/fake-discord/faults.ts';
import { failureOf } from '../api/open-rest.ts';
import { answer, done, play, started, taken, toolFinished, toolStarted } from './events.ts';
import { openShow } from './open-show.ts';
import { runningTurn } from './running-turn.ts';

const page = '<html>You have been blocked</html>';
const gates: readonly (readonly [string, Fault])[] = [
	['a page with status 403', { status: 403, text: page }],
	['a page with status 404', { status: 404, text: page }],
	['a page with status 407', { status: 407, text: page }],
	['a page with status 408', { status: 408, text: page }],
	["the gate's own code", { status: 403, code: 40333 }],
];

describe('a gate between the bot and Discord', () => {
	it.each(gates)('that answers with %s is no refusal: the turn is shown whole when it has gone', async (_, fault) => {
		await using opened = await openShow();
		const { discord, outbox } = opened;
		const { thread, key, end } = await runningTurn(opened);
		discord.outage(fault, 300_000);
		const rest = [toolFinished('c1'), answer('The sum is 42.', 2), done];
		const failure = await failureOf(end(...rest));
		expect(discordTrouble(failure, thread)).toBeInstanceOf(PlatformAwayError);
		expect(outbox.all.map(({ id }) => id)).not.toContain('unseen');
		await opened.pass(300_000);
		const events = [started, taken(key), toolStarted('c1'), ...rest];
		await opened.until(opened.show(thread, play(...events), [...outbox.all]));
		const texts = opened.texts(thread);
		expect(texts).toEqual([expect.stringMatching(/✓.*ls c1/), expect.stringContaining('The sum is 42.')]);
		expect(texts[0]).not.toContain('Stop');
	});

	it('keeps an answer that was posted before it from being posted twice', async () => {
		await using first = await openShow();
		const { discord, outbox } = first;
		const { thread, key } = await first.root();
		const events = [started, taken(key), answer('The sum is 42.'), done];
		await first.until(first.show(thread, play(...events)));
		// A process that died before it had noted the id.
		const rows = outbox.all.map(({ id: _, ...row }) => row);
		// Discord does not know the post by its nonce any more.
		discord.advance(3_600_000);
		await using second = await openShow({ discord });
		discord.failNext('GET /channels/:id/messages', { status: 403, text: page });
		await failureOf(second.until(second.show(thread, play(...events), rows)));
		await second.until(second.show(thread, play(...events), rows));
		expect(second.texts(thread)).toHaveLength(1);
	});

	it('is not why whoever asked is not told', async () => {
		await using opened = await openShow();
		const { discord, outbox } = opened;
		const channel = await discord.as(discord.ada).startPrivateThread(discord.channel, 'Between us');
		const message = await discord.as(discord.ada).say(channel, 'Add the numbers');
		const thread = threadAt({ kind: 'thread', guild: discord.guild, parent: discord.channel, channel });
		discord.lock(channel);
		discord.failNext('GET /channels/:id/messages/:id', { status: 403, text: page });
		const events = [started, taken(`${channel}/${message}`), answer('The sum is 42.'), done];
		await failureOf(opened.until(opened.show(thread, play(...events))));
		await opened.until(opened.show(thread, play(...events), [...outbox.all]));
		const dm = discord.dmOf(discord.ada) ?? '';
		expect(discord.messages(dm).map((one) => discord.plainText(one))).toEqual([expect.stringContaining('42')]);
	});
});
