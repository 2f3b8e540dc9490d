/** How this Slack behaves; what is not given is the default. */
export interface FakeSlackOptions {
	/** Scopes of the bot's tokens; default: all of the manifest's. */
	readonly scopes?: readonly string[];
	/** The app's event subscriptions; default: all that there are here. */
	readonly events?: readonly string[];
	/** Milliseconds until a delivery counts as not acknowledged; default 30,000 (Slack: 3000), so that a machine with no processor to spare delivers nothing twice. */
	readonly ackMs?: number;
	/** Milliseconds between pings, one of which has to be answered before the next; default 5000. */
	readonly pingMs?: number;
	/** Pauses before the redeliveries of an event, milliseconds; default 50, 2000, 10,000 (Slack: at once, 1 and 5 minutes). */
	readonly retryMs?: readonly number[];
	/** Rate limits of the tiers, and one post a second a channel; default off. */
	readonly tiers?: boolean;
	/** So many posts a channel takes at once under `tiers` before it is one a second; default 5. */
	readonly burst?: number;
	/** The limits of an app that is distributed outside the Marketplace: replies and history once a minute, 15 messages; default off. */
	readonly distributed?: boolean;
	/** Slack may give fewer messages at once than are asked for: no more than this; default 1000. */
	readonly mostMessages?: number;
	/** How often `files.info` is asked in vain for the shares of a completed upload; default 0: shared when completed. */
	readonly sharePolls?: number;
	/** The error that streaming answers instead, such as `unknown_method`, `feature_not_enabled`; default '': it works. */
	readonly noStreaming?: string;
	/** Bots' tokens that are handed out by OAuth end in 12 hours and come with a refresh token; default off. */
	readonly rotation?: boolean;
	/** The answer of `apps.manifest.export`; default: made of `scopes` and `events`. */
	readonly manifest?: unknown;
	/** Time passes by itself, and not only when a test lets it pass; default true. Sockets and deliveries are in the machine's time always. */
	readonly timePasses?: boolean;
	/** A fixed port; default 0: one that is free. */
	readonly port?: number;
}

/** The scopes of the app's manifest. */
export const allScopes: readonly string[] = [
	'app_mentions:read',
	'assistant:write',
	'channels:history',
	'channels:read',
	'chat:write',
	'commands',
	'files:read',
	'files:write',
	'groups:history',
	'groups:read',
	'im:history',
	'im:write',
	'mpim:history',
	'reactions:read',
	'reactions:write',
	'usergroups:read',
	'users:read',
];

/** The events that this Slack can send, and the scope that each one needs. */
export const eventScopes: Readonly<Record<string, string | undefined>> = {
	agent_session_stopped: undefined,
	agent_session_title_changed: undefined,
	app_context_changed: undefined,
	app_home_opened: undefined,
	app_mention: 'app_mentions:read',
	app_uninstalled: undefined,
	channel_unarchive: 'channels:read',
	file_deleted: 'files:read',
	group_unarchive: 'groups:read',
	// Of private channels it needs groups:read: https://docs.slack.dev/reference/events/member_joined_channel
	member_joined_channel: 'channels:read',
	'message.channels': 'channels:history',
	'message.groups': 'groups:history',
	'message.im': 'im:history',
	'message.mpim': 'mpim:history',
	reaction_added: 'reactions:read',
	reaction_removed: 'reactions:read',
	team_access_granted: undefined,
	tokens_revoked: undefined,
};

export function withDefaults(options: FakeSlackOptions): Required<FakeSlackOptions> {
	const scopes = options.scopes ?? allScopes;
	const events = options.events ?? Object.keys(eventScopes);
	return {
		ackMs: 30_000,
		pingMs: 5000,
		retryMs: [50, 2000, 10_000],
		tiers: false,
		burst: 5,
		distributed: false,
		mostMessages: 1000,
		sharePolls: 0,
		noStreaming: '',
		rotation: false,
		manifest: {
			oauth_config: { scopes: { bot: scopes } },
			settings: { event_subscriptions: { bot_events: events } },
		},
		timePasses: true,
		port: 0,
		...options,
		scopes,
		events,
	};
}
