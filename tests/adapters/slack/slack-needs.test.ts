import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { missingIn } from '../../../src/adapters/slack/check-manifest.ts';
import { groupScope, neededScopes } from '../../../src/adapters/slack/slack-needs.ts';

const file = join(import.meta.dirname, '../../../deploy/slack-manifest.json');
const manifest = JSON.parse(await readFile(file, 'utf8'));
const socket = { receive: { kind: 'socket', appToken: 'xapp-1' } } as const;

describe('the manifest', () => {
	it('asks for the scopes that are needed, and no others', () => {
		expect(manifest.oauth_config.scopes.bot).toEqual(Object.keys(neededScopes).toSorted());
		expect(manifest.oauth_config.scopes.bot_optional).toEqual([groupScope]);
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
