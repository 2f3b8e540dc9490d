import type { APIEmbed, APIMessageTopLevelComponent, ChannelType } from 'discord-api-types/v10';

export interface SeenAttachment {
	readonly id: string;
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly url: string;
	readonly contentType: string | undefined;
}

/** A message as it stands now. */
export interface SeenMessage {
	readonly id: string;
	readonly channel: string;
	/** A user's id. */
	readonly author: string;
	readonly content: string;
	readonly components: readonly APIMessageTopLevelComponent[];
	readonly embeds: readonly APIEmbed[];
	/** Bits of `MessageFlags`. */
	readonly flags: number;
	readonly attachments: readonly SeenAttachment[];
	readonly nonce: string | number | undefined;
	/** How often it was changed. */
	readonly edits: number;
	/** The message that it replies to. */
	readonly reference: string | undefined;
	/** The only one who sees it. */
	readonly ephemeralTo: string | undefined;
	/** The interaction that it answers. */
	readonly interaction: string | undefined;
	/** Users, by the emoji. */
	readonly reactions: Readonly<Record<string, readonly string[]>>;
}

/** A channel or a thread as it stands now. */
export interface SeenThread {
	readonly id: string;
	readonly name: string;
	readonly type: ChannelType;
	readonly guild: string | undefined;
	readonly parent: string | undefined;
	/** Who began it. */
	readonly owner: string | undefined;
	readonly archived: boolean;
	readonly locked: boolean;
	readonly slowmode: number;
}
