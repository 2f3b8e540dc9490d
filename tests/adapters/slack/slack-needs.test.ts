import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingIn } from '../../../src/adapters/slack/check-manifest.ts';
import { neededScopes, optionalScopes } from '../../../src/adapters/slack/slack-needs.ts';

const file = join(import.meta.dirname, '../../../deploy/slack-manifest.json');
const manifest = JSON.parse(await readFile(file, 'utf8'));
const socket = { receive: { kind: 'socket', appToken: 'xapp-1' } } as const;

/** For each scope the calls, events and fields that need it: https://docs.slack.dev/reference/scopes */
const uses: Readonly<Record<string, readonly string[]>> = {
	'app_mentions:read': ['app_mention'],
	'assistant:write': ['setStatus'],
	'channels:history': ['message.channels', 'conversations.history', 'conversations.replies'],
	'channels:read': ['channel_unarchive', 'member_joined_channel', 'conversations.info'],
	'chat:write': ['chat.postMessage'],
	commands: ['shortcut', 'command'],
	'files:read': ['files.info'],
	'files:write': ['files.getUploadURLExternal'],
	'groups:history': ['message.groups'],
	'groups:read': ['group_unarchive', 'member_joined_channel'],
	'im:history': ['message.im'],
	'im:write': ['conversations.open'],
	'mpim:history': ['message.mpim'],
	'reactions:read': ['reaction_added'],
	'reactions:write': ['reactions[act]'],
	'usergroups:read': ['usergroups.users.list'],
	'users:read': ['users.info'],
};

async function sourcesOf(folder: string): Promise<string> {
	const names = await readdir(folder, { recursive: true });
	const files = names.filter((one) => one.endsWith('.ts') && !one.endsWith('slack-needs.ts'));
	return (await Promise.all(files.map((one) => readFile(join(folder, one), 'utf8')))).join('\n');
}

describe('the manifest', () => {
	it('asks for the scopes that are needed, and no others', () => {
		expect(manifest.oauth_config.scopes.bot).toEqual(Object.keys(neededScopes).toSorted());
		expect(manifest.oauth_config.scopes.bot_optional).toEqual(Object.keys(optionalScopes));
	});

	it.each(Object.entries(uses))('asks for %s, which a call or an event of ours needs', async (_, used) => {
		const sources = await sourcesOf(join(import.meta.dirname, '../../../src/adapters/slack'));
		const heard: readonly string[] = manifest.settings.event_subscriptions.bot_events;
		const found = used.filter((one) => heard.includes(one) || sources.includes(one));
		expect(found).toEqual(used);
	});

	it('asks for no scope that is not known to be used', () => {
		const { bot, bot_optional } = manifest.oauth_config.scopes;
		expect([...bot, ...bot_optional].toSorted()).toEqual(Object.keys(uses).toSorted());
	});

	it('has the events, the command and the shortcut that are listened to', () => {
		expect(missingIn(manifest, socket)).toEqual([]);
	});

	it('keeps to the lengths that Slack allows', () => {
		const { display_information: shown, features } = manifest;
		expect(shown.description.length).toBeLessThanOrEqual(140);
		expect(shown.long_description.length).toBeGreaterThanOrEqual(175);
		expect(features.agent_view.agent_description.length).toBeLessThanOrEqual(300);
		expect(features.agent_view.suggested_prompts.length).toBeLessThanOrEqual(4);
		expect(features.shortcuts[0].name.length).toBeLessThanOrEqual(24);
	});
});

describe('an app that is set up otherwise', () => {
	it('is told of each thing that is missing, and what fails without it', () => {
		expect(missingIn({}, socket)).toHaveLength(19);
		const without = structuredClone(manifest);
		without.settings.event_subscriptions.bot_events = without.settings.event_subscriptions.bot_events.slice(1);
		without.settings.interactivity.is_enabled = false;
		expect(missingIn(without, socket)).toEqual([
			'agent_session_stopped is missing: the Stop button does nothing',
			'interactivity is off: buttons do nothing',
		]);
	});

	it('is told when Slack delivers another way', () => {
		const http = { kind: 'http', signingSecret: 'x', listen: { host: '127.0.0.1', port: 3000 } } as const;
		expect(missingIn(manifest, { receive: http })).toEqual(['Socket Mode is on: nothing arrives over HTTP']);
	});

	it('is not compared when its manifest has a form that is not known', () => {
		expect(missingIn({ settings: 3 }, socket)).toEqual(['the manifest has another form than expected']);
	});
});
