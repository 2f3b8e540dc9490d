import type { PlatformCommands } from '../../agent/commands/syntax/platform-commands.ts';

/** How commands are given in Slack: after our name, in a direct conversation, after `/smith`, or after a `!`. */
export const slackCommands: PlatformCommands = { before: '', own: [] };
