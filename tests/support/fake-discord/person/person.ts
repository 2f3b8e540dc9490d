import type { APIMessage, InteractionResponseType } from 'discord-api-types/v10';
import type { SeenMessage } from '../seen.ts';

export interface NewFile {
	readonly name: string;
	readonly bytes: Uint8Array;
	readonly contentType?: string;
	/** The words that somebody wrote about it. */
	readonly description?: string;
}

export interface SayOptions {
	readonly files?: readonly NewFile[];
	/** The message that is replied to. */
	readonly replyTo?: string;
	/** Whether the one who is replied to is pinged; default true. */
	readonly ping?: boolean;
	/** Puts a mention of the bot in front. */
	readonly mention?: boolean;
	readonly nonce?: string;
	/** The message that is forwarded; nothing can be said with it. */
	readonly forwards?: string;
	/** Parts that are shown as they are: a poll, stickers, previews of links. */
	readonly shown?: Partial<APIMessage>;
}

/** A form that somebody has before them. */
export interface ModalSeen {
	readonly interaction: string;
	readonly customId: string;
	readonly title: string;
	/** Its fields, by custom id: texts, selects, file uploads. */
	readonly fields: readonly ModalField[];
}

export interface ModalField {
	readonly customId: string;
	readonly label: string;
	/** Discord's number of the component's type. */
	readonly type: number;
	readonly required: boolean;
	/** Of a select, or of radio buttons and checkboxes. */
	readonly options: readonly { readonly label: string; readonly value: string }[];
}

/** The app's response to something that somebody used. Goes on being updated. */
export interface InteractionSeen {
	readonly id: string;
	/** By the fake's clock; undefined: "The application did not respond". */
	readonly answeredAt: number | undefined;
	readonly type: InteractionResponseType | undefined;
	/** Deferred, and nothing came since. */
	readonly thinking: boolean;
	readonly deferred: boolean;
	readonly ephemeral: boolean;
	/** The answer, as it stands now; undefined while the app is thinking or when it was deleted. */
	readonly response: SeenMessage | undefined;
	readonly followUps: readonly SeenMessage[];
	readonly modal: ModalSeen | undefined;
	/** Of a completion. */
	readonly choices: readonly { readonly name: string; readonly value: string | number }[];
}

export type OptionValue = string | number | boolean | NewFile;

export interface SlashOptions {
	/** By the option's name. */
	readonly options?: Readonly<Record<string, OptionValue>>;
}

/** Values for a form, by custom id: a text, the values of a select, files. */
export type Filled = Readonly<Record<string, string | boolean | readonly string[] | readonly NewFile[]>>;

export interface Writing {
	/** Resolves with the message's id, once it was sent to the app. `<@id>` in the text is a mention. */
	say(channel: string, text: string, options?: SayOptions): Promise<string>;
	/** Writes to the bot directly. Resolves with the message's id and the conversation's. */
	dm(text: string, options?: SayOptions): Promise<{ readonly id: string; readonly channel: string }>;
	/** `partly`: the app is told of the changed fields alone. */
	edit(message: string, text: string, telling?: 'whole' | 'partly'): Promise<void>;
	remove(message: string): Promise<void>;
	react(message: string, emoji: string): Promise<void>;
	/** A new post in a forum. Resolves with the thread's id; its first message has the same id. */
	forumPost(forum: string, title: string, text: string, options?: SayOptions): Promise<string>;
	/** Resolves with the thread's id. */
	startThread(message: string, name: string): Promise<string>;
	/** A private thread in a channel, with the bot in it. Resolves with its id. */
	startPrivateThread(channel: string, name: string): Promise<string>;
}

/** Each resolves when the app has answered, or at last when 3 seconds of the fake's clock have passed. */
export interface Using {
	/** `slash('smith', 'ask', {options: {prompt: 'hello'}}, channel)`; `undefined` for a command without subcommands. */
	slash(
		command: string,
		subcommand: string | undefined,
		options: SlashOptions,
		channel: string,
	): Promise<InteractionSeen>;
	/** The choices offered for an option that is being typed. */
	autocomplete(
		command: string,
		subcommand: string | undefined,
		typed: { readonly option: string; readonly value: string; readonly others?: SlashOptions['options'] },
		channel: string,
	): Promise<InteractionSeen>;
	messageCommand(command: string, message: string): Promise<InteractionSeen>;
	click(message: string, customId: string): Promise<InteractionSeen>;
	/** Chooses in a select. */
	choose(message: string, customId: string, values: readonly string[]): Promise<InteractionSeen>;
	submit(modal: ModalSeen, values: Filled): Promise<InteractionSeen>;
}

/**
 * A person's actions in Discord. Each rejects when a person could not do it at all: no such button, a command that is not offered there,
 * no right to write.
 */
export interface Person extends Writing, Using {
	readonly id: string;
	/** `<@id>`. */
	readonly mention: string;
}
