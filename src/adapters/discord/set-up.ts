import type { PlatformSetUp } from '../platform-set-up.ts';

export const discordSetUp: PlatformSetUp = {
	name: 'Discord',
	guide:
		'At https://discord.com/developers/applications: New Application, then Bot, Reset Token. deploy/discord.md goes through the switches.',
	settings: [{ name: 'DISCORD_TOKEN', from: 'of the page "Bot"', isSecret: true, isOptional: false }],
};
