import type {
	APIAllowedMentions,
	APIApplicationCommandOptionChoice,
	APIEmbed,
	APIInteraction,
	APIMessage,
	APIMessageTopLevelComponent,
	APIModalInteractionResponseCallbackData,
	InteractionResponseType,
	InteractionType,
	MessageType,
} from 'discord-api-types/v10';

/** A message as this Discord keeps it. */
export interface StoredMessage {
	readonly id: string;
	readonly channel: string;
	/** A user's id. */
	readonly author: string;
	readonly type: MessageType;
	readonly nonce: string | number | undefined;
	/** The message that it replies to, or that the thread was begun on. */
	readonly reference: { readonly channel: string; readonly message: string; readonly guild?: string } | undefined;
	/** The only one who sees it. */
	readonly ephemeralTo: string | undefined;
	/** How many messages its thread had before it, the one that shows what it began on among them; elsewhere undefined. */
	readonly position: number | undefined;
	/** Parts that this Discord shows as they were given: polls, stickers, previews, what was forwarded. */
	readonly shown: Partial<APIMessage>;
	/** The interaction that it answers: an app's answers are webhook messages. */
	readonly interaction: string | undefined;
	/** Users, by the emoji: `👍` or `name:id`. */
	readonly reactions: Map<string, string[]>;
	content: string;
	embeds: readonly APIEmbed[];
	/** As the answers show them: each with its `id`. */
	components: readonly APIMessageTopLevelComponent[];
	/** Ids, in order. */
	attachments: readonly string[];
	/** Bits of `MessageFlags`. */
	flags: number;
	/** Of the last create or edit, as it was given; undefined: Discord's defaults. */
	allowedMentions: APIAllowedMentions | undefined;
	pinned: boolean;
	edits: number;
	/** By the fake's clock. */
	editedAt: number | undefined;
	/** Of edits when it was older than an hour. */
	oldEdits: number;
}

export interface StoredAttachment {
	readonly id: string;
	readonly channel: string;
	readonly name: string;
	/** The name that it had, without its ending, where Discord gave it another. */
	readonly title: string | undefined;
	readonly bytes: Uint8Array;
	readonly contentType: string | undefined;
	readonly description: string | undefined;
	/** Of an interaction's option or an ephemeral message: gone after a while. */
	readonly ephemeral: boolean;
	/** By the fake's clock. */
	readonly createdAt: number;
}

/** The first answer to an interaction. */
export interface InteractionResponse {
	readonly type: InteractionResponseType;
	/** By the fake's clock. */
	readonly at: number;
	/** Of a deferred or posted answer. */
	readonly ephemeral: boolean;
	readonly modal?: APIModalInteractionResponseCallbackData;
	readonly choices?: readonly APIApplicationCommandOptionChoice[];
}

export interface StoredInteraction {
	readonly id: string;
	readonly token: string;
	readonly type: InteractionType;
	readonly user: string;
	readonly guild: string | undefined;
	readonly channel: string;
	/** By the fake's clock. */
	readonly createdAt: number;
	/** The app came with the person, not with the guild: five follow-ups. */
	readonly byUserInstall: boolean;
	/** The message whose component was used, or from whose component the form came. */
	readonly message: string | undefined;
	/** As it was sent. */
	readonly payload: APIInteraction;
	response: InteractionResponse | undefined;
	/** The message that `@original` is: type 4 makes it, the first edit or follow-up after type 5; for 6 and 7 it is the component's. */
	original: string | undefined;
	/** Ids of messages. */
	readonly followUps: string[];
	/** To be called once `response` is set. */
	answered(): void;
	readonly settled: Promise<void>;
}

/** One request of the API, as it was answered. */
export interface RecordedCall {
	readonly method: string;
	/** Without `/api/v10` and the query. */
	readonly path: string;
	readonly query: URLSearchParams;
	/** JSON; of multipart the `payload_json`. */
	body: unknown;
	files: readonly { readonly field: string; readonly name: string; readonly bytes: Uint8Array }[];
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	/** By the fake's clock. */
	readonly at: number;
	/** 0 as long as it is not answered, and for what was cut or hangs. */
	status: number;
	/** Discord's error code. */
	code: number | undefined;
}

/** Requests in a window; more are answered with 429. */
export interface RateLimit {
	readonly limit: number;
	readonly perMs: number;
	/** Default `user`. */
	readonly scope?: 'user' | 'shared';
}

export interface Limits {
	/** By route pattern. A bucket is a pattern and its first `:id`. */
	readonly routes: Map<string, RateLimit>;
	/** Default none. Discord's: 50 a second; not for interactions. */
	global: RateLimit | undefined;
}
