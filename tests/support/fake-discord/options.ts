/** A rule by which AutoMod blocks text. */
export interface AutoModRule {
	/** Text that holds this is blocked. */
	readonly contains: string;
	/** 200000: message blocked, 240000: harmful link. */
	readonly code: 200000 | 240000;
}

export interface StartLimit {
	readonly total: number;
	readonly remaining: number;
	/** Milliseconds. */
	readonly resetAfter: number;
	readonly maxConcurrency: number;
}

export interface PortalSwitches {
	readonly isPublic: boolean;
	readonly codeGrant: boolean;
	readonly interactionsUrl: string | null;
}

/** How this Discord behaves; what is not given is the default. */
export interface FakeDiscordOptions {
	/** The portal's switch for message content; default true. Without it a client that asks for the intent is closed with 4014. */
	readonly messageContent?: boolean;
	/** The portal's switch for server members; default false. */
	readonly guildMembers?: boolean;
	/** How many shards Discord recommends; default 1. */
	readonly shards?: number;
	/** Default: 1,000 in all, 1,000 left, 16 at once. */
	readonly startLimit?: Partial<StartLimit>;
	/** In which only `maxConcurrency` shards may identify, milliseconds; Discord's: 5000, default 0: as often as one likes, so that restarts in tests take no time. */
	readonly identifyMs?: number;
	/** Default 41,250. */
	readonly heartbeatMs?: number;
	/** Heartbeats are not acknowledged; default false. */
	readonly zombie?: boolean;
	/** Events that a client may send in a minute; default 120. */
	readonly eventsPerMinute?: number;
	/** Default: none. */
	readonly autoMod?: readonly AutoModRule[];
	/** Active threads of a guild; default 1,000. */
	readonly activeThreads?: number;
	/** Edits of a message that is older than an hour until 30046; default 30. */
	readonly oldEdits?: number;
	/** Components V2 are refused with 50035; default false. */
	readonly withoutComponentsV2?: boolean;
	/** Other switches of the portal; default: public, no code grant, no address for interactions. */
	readonly portal?: PortalSwitches;
	/** Time passes by itself, and not only when a test lets it pass; default true. */
	readonly timePasses?: boolean;
	/** A fixed port; default 0: one that is free. */
	readonly port?: number;
}

export interface Settings extends Required<Omit<FakeDiscordOptions, 'startLimit'>> {
	readonly startLimit: StartLimit;
}

export function withDefaults({ startLimit = {}, ...options }: FakeDiscordOptions): Settings {
	return {
		messageContent: true,
		guildMembers: false,
		shards: 1,
		identifyMs: 0,
		heartbeatMs: 41_250,
		zombie: false,
		eventsPerMinute: 120,
		autoMod: [],
		activeThreads: 1000,
		oldEdits: 30,
		withoutComponentsV2: false,
		portal: { isPublic: true, codeGrant: false, interactionsUrl: null },
		timePasses: true,
		port: 0,
		...options,
		startLimit: { total: 1000, remaining: 1000, resetAfter: 86_400_000, maxConcurrency: 16, ...startLimit },
	};
}
