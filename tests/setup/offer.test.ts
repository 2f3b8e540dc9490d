import { expect, it } from 'vitest';
import { loadConfig } from '../../src/config/config.ts';
import { isBare } from '../../src/setup/offer.ts';

it.each([
	[{}, true],
	[{ SANDBOX_CPUS: '2' }, true],
	[{ OPENAI_API_KEY: 'sk-1' }, false],
	[{ BRAIN_BASE_URL: 'http://127.0.0.1:1/v1' }, false],
	[{ DISCORD_TOKEN: 'a.b.c' }, false],
	[{ SLACK_BOT_TOKEN: 'xoxb-1', SLACK_APP_TOKEN: 'xapp-1' }, false],
] as const)('setting up is offered where neither a model nor a platform is set: %j %s', (env, offered) => {
	expect(isBare(loadConfig(env))).toBe(offered);
});
