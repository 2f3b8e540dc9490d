import { describe, expect, it } from 'vitest';
import { createSingleWorkspace } from '../../../../src/adapters/slack/install/single-workspace.ts';
import { PlatformAwayError, ProblemError } from '../../../../src/base/errors.ts';
import { silentLogger } from '../../../../src/base/log.ts';
import { startFakeSlack } from '../../../support/fake-slack/fake-slack.ts';
import { allScopes } from '../../../support/fake-slack/options.ts';

function open(apiUrl: string, botToken: string) {
	return createSingleWorkspace({ install: { kind: 'token', botToken }, apiUrl, log: silentLogger });
}

describe('a bot’s token', () => {
	it('stands for one workspace, and Slack is asked once which', async () => {
		await using slack = await startFakeSlack();
		const installations = open(slack.apiUrl, slack.botToken);
		const expected = { team: 'T1', botUser: slack.botUser, botId: slack.botId, token: slack.botToken };
		expect(await Promise.all([installations.of('T1'), installations.of('T1')])).toEqual([expected, expected]);
		expect(slack.calls('auth.test')).toHaveLength(1);
		await expect(installations.of('T2')).rejects.toThrow('not installed in the Slack workspace "T2"');
	});

	it('that is wrong is said to be, with what to do', async () => {
		await using slack = await startFakeSlack();
		const failure: unknown = await open(slack.apiUrl, 'xoxb-wrong')
			.start()
			.catch((error: unknown) => error);
		expect(failure).toBeInstanceOf(ProblemError);
		expect(failure).toMatchObject({
			message: 'Cannot connect to Slack: Slack refuses the bot token (invalid_auth)',
			mend: expect.stringContaining('SLACK_BOT_TOKEN'),
		});
	});

	it('that may not write is refused at the start', async () => {
		await using slack = await startFakeSlack({ scopes: allScopes.filter((scope) => scope !== 'chat:write') });
		await expect(open(slack.apiUrl, slack.botToken).start()).rejects.toThrow('has no scope "chat:write"');
	});

	it('is tried again after Slack could not be reached', async () => {
		await using slack = await startFakeSlack();
		const installations = open(slack.apiUrl, slack.botToken);
		slack.failNext('auth.test', 'internal_error');
		await expect(installations.start()).rejects.toThrow(PlatformAwayError);
		await installations.start();
	});
});
