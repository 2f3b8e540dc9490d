import { LogLevel, type Logger as SlackLogger } from '@slack/logger';
import type { Logger } from '../../base/log.ts';

/** Slack's packages write sentences; ours keep them from `warn` upwards, without tokens. `part` says which package speaks. */
export function slackLogger(log: Logger, part: string): SlackLogger {
	const write =
		(level: 'warn' | 'error') =>
		(...said: unknown[]) =>
			log[level](part, { said: said.map((one) => withoutTokens(String(one))).join(' ') });
	return {
		debug() {},
		info() {},
		warn: write('warn'),
		error: write('error'),
		setLevel() {},
		getLevel: () => LogLevel.WARN,
		setName() {},
	};
}

/** The text without anything that has the form of one of Slack's tokens. Pure. */
export function withoutTokens(text: string): string {
	return text.replaceAll(/\bx(?:ox[a-z]|app)[\w.-]*/g, (run) => run.replace(/^.{4}[\w.-]*-[\w-]+/, 'xox…'));
}
