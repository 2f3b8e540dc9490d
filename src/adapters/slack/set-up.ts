import type { PlatformSetUp } from '../platform-set-up.ts';

const token = { isSecret: true, isOptional: false };

export const slackSetUp: PlatformSetUp = {
	name: 'Slack',
	guide:
		'At https://api.slack.com/apps: Create New App, From a manifest, paste deploy/slack-manifest.json, then Install App. docs/slack.md goes through it.',
	settings: [
		{ name: 'SLACK_BOT_TOKEN', from: 'xoxb-…, of the page "Install App"', ...token },
		{ name: 'SLACK_APP_TOKEN', from: 'xapp-…, of "Basic Information", with connections:write', ...token },
		{
			...{ name: 'SLACK_APP_ID', from: 'A…, of "Basic Information", to compare the app with the manifest' },
			...{ isSecret: false, isOptional: true },
		},
		{
			...{
				name: 'SLACK_CONFIG_TOKEN',
				from: 'xoxe.xoxp-…, "Your App Configuration Tokens" of the apps page, for the same',
			},
			...{ isSecret: true, isOptional: true },
		},
	],
};
