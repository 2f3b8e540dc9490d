import { describe, expect, it } from 'vitest';
import { PlatformAwayError, ProblemError } from '../src/base/errors.ts';
import { silentLogger } from '../src/base/log.ts';
import type { Thread } from '../src/chat/thread.ts';
import { createPlatformStarts } from '../src/start-platforms.ts';
import { createHandClock } from './support/jumping-clock.ts';
import { waitFor } from './support/wait-for.ts';

const accept = async () => 'stored' as const;
const comesBack = () => {};
const away = new PlatformAwayError('slack', 'Slack answered with status 503');
const wrong = new ProblemError('Slack refuses the token', 'Set SLACK_BOT_TOKEN');

/** A platform whose starts come to this, one after another; then they succeed. */
function starting(platform: Thread['platform'], ...outcomes: readonly (Error | Promise<void>)[]) {
	const left = [...outcomes];
	let tries = 0;
	return {
		platform,
		tries: () => tries,
		async start() {
			tries += 1;
			const next = left.shift();
			if (next instanceof Error) throw next;
			await next;
		},
	};
}

function openStarts() {
	const clock = createHandClock();
	return { clock, starts: createPlatformStarts({ log: silentLogger, clock }) };
}

describe('starting platforms', () => {
	it('goes on with the others where one is away, and tries that one until it is there', async () => {
		const { clock, starts } = openStarts();
		using _ = starts;
		const slack = starting('slack', away, away);
		const discord = starting('discord');
		expect(await starts.start([slack, discord], accept, comesBack)).toEqual(['Slack answered with status 503']);
		expect(starts.whyAway('slack')).toBe('Slack answered with status 503');
		expect(starts.whyAway('discord')).toBeUndefined();
		await clock.advance(2_000);
		expect(starts.whyAway('slack')).toBe('Slack answered with status 503');
		await clock.advance(4_000);
		expect(starts.whyAway('slack')).toBeUndefined();
		await clock.advance(3_600_000);
		expect([slack.tries(), discord.tries()]).toEqual([3, 1]);
	});

	it('ends with what a person must mend', async () => {
		const { starts } = openStarts();
		using _ = starts;
		const platforms = [starting('slack', wrong), starting('discord', Promise.withResolvers<void>().promise)];
		await expect(starts.start(platforms, accept, comesBack)).rejects.toBe(wrong);
	});

	it('waits for one that does not answer only for a while', async () => {
		const { clock, starts } = openStarts();
		using _ = starts;
		const answer = Promise.withResolvers<void>();
		const started = starts.start([starting('slack', answer.promise), starting('discord')], accept, comesBack);
		await clock.advance(15_000);
		expect(await started).toEqual(['Platform "slack" has not answered yet']);
		expect(starts.whyAway('slack')).toBe('Platform "slack" has not answered yet');
		answer.reject(wrong);
		await waitFor(() => starts.whyAway('slack') === wrong.message, 'its late refusal');
		await clock.advance(2_000);
		expect(starts.whyAway('slack')).toBeUndefined();
	});

	it('has one there that answers late', async () => {
		const { clock, starts } = openStarts();
		using _ = starts;
		const answer = Promise.withResolvers<void>();
		const started = starts.start([starting('slack', answer.promise)], accept, comesBack);
		await clock.advance(15_000);
		await started;
		answer.resolve();
		await waitFor(() => starts.whyAway('slack') === undefined, 'its start');
	});

	it('lets a refusal that comes while others are served end nothing', async () => {
		const { clock, starts } = openStarts();
		using _ = starts;
		const slack = starting('slack', away, wrong);
		await starts.start([slack], accept, comesBack);
		await clock.advance(2_000);
		expect(starts.whyAway('slack')).toBe(wrong.message);
		await clock.advance(4_000);
		expect(starts.whyAway('slack')).toBeUndefined();
	});

	it('tries no more when we leave', async () => {
		const { clock, starts } = openStarts();
		const slack = starting('slack', away);
		await starts.start([slack], accept, comesBack);
		starts[Symbol.dispose]();
		await clock.advance(3_600_000);
		expect([slack.tries(), clock.waiting()]).toEqual([1, 0]);
	});
});
