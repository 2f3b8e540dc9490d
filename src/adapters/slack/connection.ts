import type { PlatformConnection } from '../platform-connection.ts';
import type { SlackSettings } from './settings.ts';

/** Slack by these settings. Bolt takes a while to load, and memory: only where it is used. */
export function slackConnection(settings: SlackSettings): PlatformConnection {
	return {
		label: labelOf(settings),
		async connect({ log, ...parts }) {
			const { createSlack } = await import('./slack.ts');
			return createSlack({ ...parts, settings, log: log.child({ part: 'slack' }) });
		},
		async check(signal) {
			const { checkSlack } = await import('./check.ts');
			return await checkSlack(settings, signal);
		},
	};
}

function labelOf({ receive }: SlackSettings): string {
	return receive.kind === 'socket'
		? 'Slack (Socket Mode)'
		: `Slack (HTTP on ${receive.listen.host}:${receive.listen.port})`;
}
