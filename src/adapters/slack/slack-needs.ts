/** The scopes that the bot's token needs, each with what fails without it. `deploy/slack-manifest.json` asks for the same. */
export const neededScopes: Readonly<Record<string, string>> = {
	'app_mentions:read': 'mentions do not arrive',
	'assistant:write': 'people see no status and no suggestions',
	'channels:history': 'messages in public channels do not arrive without a mention, and earlier ones cannot be read',
	'channels:read': 'that the app was let into a public channel does not arrive, and whether it is there cannot be told',
	'chat:write': 'nothing can be answered',
	commands: '/smith and the shortcut do not work',
	'files:read': 'files that people share cannot be read',
	'files:write': 'files cannot be handed back',
	'groups:history': 'messages in private channels do not arrive without a mention, and earlier ones cannot be read',
	'groups:read': 'that the app was let into a private channel does not arrive, and whether it is there cannot be told',
	'im:history': 'direct messages do not arrive',
	'mpim:history': 'messages in group conversations do not arrive',
	'reactions:read': 'the ❌ reaction does not stop a turn',
	'reactions:write': 'messages that wait are not marked',
	'users:read': 'everyone counts as external, and nobody has a name',
};

/** Needed only where rights depend on user groups. */
export const groupScope = 'usergroups:read';

/** Those that somebody who installs the app may refuse, each with what is lost then: https://docs.slack.dev/reference/app-manifest (bot_optional). */
export const optionalScopes: Readonly<Record<string, string>> = {
	'im:write': 'what is said to somebody directly may come twice after a crash',
	[groupScope]: 'rights of user groups have no effect',
};

/** The events that the app must be subscribed to, each with what fails without it. */
export const neededEvents: Readonly<Record<string, string>> = {
	agent_session_stopped: 'the Stop button does nothing',
	agent_session_title_changed: 'a title that somebody gives a conversation may be replaced',
	app_home_opened: 'the Home tab stays empty',
	app_mention: 'mentions do not arrive',
	app_uninstalled: 'tokens of workspaces that removed the app are kept',
	channel_unarchive: 'what waits in a channel that was archived waits until somebody writes there',
	group_unarchive: 'what waits in a private channel that was archived waits until somebody writes there',
	member_joined_channel: 'what waits in a channel that the app was removed from waits until somebody writes there',
	'message.channels': 'answers in public channels do not arrive without a mention',
	'message.groups': 'answers in private channels do not arrive without a mention',
	'message.im': 'direct messages do not arrive',
	'message.mpim': 'messages in group conversations do not arrive',
	reaction_added: 'the ❌ reaction does not stop a turn',
	team_access_granted: 'what waits in a workspace that the app was taken out of waits until somebody writes there',
	tokens_revoked: 'tokens that were revoked are kept',
};

/** The message shortcut "Work on this". */
export const shortcutId = 'work_on_this';

/** The slash command. */
export const slashCommand = '/smith';
