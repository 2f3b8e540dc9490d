import type { WebClient } from '@slack/web-api';
import { z } from 'zod';
import type { CheckRow } from '../check-row.ts';
import { configTokenProblem } from './api/problems/token-problems.ts';
import type { SlackSettings } from './settings.ts';
import { neededEvents, shortcutId, slashCommand } from './slack-needs.ts';

const name = 'slack events';

/** An app's set-up, as far as it is compared. */
const manifestSchema = z.object({
	features: z
		.object({
			shortcuts: z.array(z.object({ callback_id: z.string() })).default([]),
			slash_commands: z.array(z.object({ command: z.string() })).default([]),
		})
		.prefault({}),
	settings: z
		.object({
			event_subscriptions: z.object({ bot_events: z.array(z.string()).default([]) }).prefault({}),
			interactivity: z.object({ is_enabled: z.boolean().default(false) }).prefault({}),
			socket_mode_enabled: z.boolean().default(false),
		})
		.prefault({}),
});

/** Whether events, slash command, shortcut and buttons are set up. Slack shows that only to a configuration token of the app. */
export async function manifestRows(
	settings: SlackSettings,
	clientFor: (settings: SlackSettings, token: string) => WebClient,
): Promise<CheckRow[]> {
	const { appId, configToken } = settings;
	if (appId === undefined || configToken === undefined) {
		const text =
			'not checked; compare the app’s manifest with deploy/slack-manifest.json, or set SLACK_APP_ID and SLACK_CONFIG_TOKEN';
		return [{ name, ok: true, text }];
	}
	try {
		const answer = await clientFor(settings, configToken).apps.manifest.export({ app_id: appId });
		return [rowFor(missingIn(answer['manifest'], settings))];
	} catch (error) {
		const { message, mend } = configTokenProblem('read the app’s manifest with SLACK_CONFIG_TOKEN', error);
		return [{ name, ok: false, text: message, mend }];
	}
}

/** Things that an app's manifest lacks, each with what fails without it. Pure. */
export function missingIn(manifest: unknown, { receive }: Pick<SlackSettings, 'receive'>): string[] {
	const { data } = manifestSchema.safeParse(manifest ?? {});
	if (!data) return ['the manifest has another form than expected'];
	const { features, settings } = data;
	const events = Object.entries(neededEvents).filter(
		([event]) => !settings.event_subscriptions.bot_events.includes(event),
	);
	const parts: readonly (readonly [there: boolean, loss: string])[] = [
		[
			features.slash_commands.some(({ command }) => command === slashCommand),
			`the slash command ${slashCommand} is missing: it does nothing`,
		],
		[
			features.shortcuts.some(({ callback_id }) => callback_id === shortcutId),
			`the message shortcut ${shortcutId} is missing: "Work on this" is not offered`,
		],
		[settings.interactivity.is_enabled, 'interactivity is off: buttons do nothing'],
		[
			settings.socket_mode_enabled === (receive.kind === 'socket'),
			receive.kind === 'socket'
				? 'Socket Mode is off: nothing arrives'
				: 'Socket Mode is on: nothing arrives over HTTP',
		],
	];
	return [
		...events.map(([event, loss]) => `${event} is missing: ${loss}`),
		...parts.filter(([there]) => !there).map(([, loss]) => loss),
	];
}

function rowFor(missing: readonly string[]): CheckRow {
	if (missing.length === 0) return { name, ok: true, text: 'set up as deploy/slack-manifest.json has it' };
	const mend = 'Put deploy/slack-manifest.json into the app’s page "App Manifest", then reinstall the app';
	return { name, ok: false, text: missing.join('; '), mend };
}
