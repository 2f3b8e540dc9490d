import { describe, expect, it } from 'vitest';
import { createIsThere } from '../../../../src/adapters/slack/connect/rest-until-back.ts';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';

describe('whether Slack is there', () => {
	it.each(['unavailable', 'reset', 'refused'] as const)(
		'is seen without a token: not while it is away (%s)',
		async (how) => {
			await using slack = await startFakeSlack({ retryMs: [] });
			const isThere = createIsThere(slack.apiUrl);
			expect(await isThere()).toBe(true);
			{
				using _away = slack.away(how);
				expect(await isThere()).toBe(false);
			}
			expect(await isThere()).toBe(true);
		},
	);

	it('is so where it says that it is asked too often', async () => {
		await using slack = await startFakeSlack({ retryMs: [] });
		slack.failNext('api.test', 'ratelimited');
		expect(await createIsThere(slack.apiUrl)()).toBe(true);
	});
});
