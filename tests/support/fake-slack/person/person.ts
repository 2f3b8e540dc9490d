import type { Delivery } from '../deliver/deliveries.ts';
import type { NewFile } from '../file-store.ts';
import type { Json } from '../world.ts';

/** How a message reaches the app. */
export interface DeliveryOptions {
	/** Both deliveries come once more, as if their acknowledgements were lost. */
	readonly duplicate?: boolean;
	/** Of `app_mention` and `message`; default: the mention first. */
	readonly order?: 'mention-first' | 'message-first';
	/** Between the two, milliseconds; default 0: both are on their way at once. */
	readonly gapMs?: number;
	readonly omitFilesFrom?: 'app_mention' | 'message';
	/** Files come as no more than ids: `file_access: check_file_info`. */
	readonly stub?: boolean;
	/** The other one is never sent. */
	readonly only?: 'app_mention' | 'message';
}

export interface SayOptions extends DeliveryOptions {
	readonly threadTs?: string;
	/** New files, or ids of files that are there. */
	readonly files?: readonly (NewFile | string)[];
	/** As Slack hangs them below a message: of a forward, a pasted table. */
	readonly attachments?: readonly Json[];
	/** Shows the answer in the channel too. */
	readonly broadcast?: boolean;
}

/** A written message, and how it reached the app. */
export interface Sent {
	readonly ts: string;
	/** The thread that it is in, or begins. */
	readonly threadTs: string;
	/** All its deliveries were. */
	readonly acknowledged: boolean;
	readonly deliveries: readonly Delivery[];
}

/** An interaction, and what the app said to it. */
export interface Interaction {
	readonly acknowledged: boolean;
	/** The body of the acknowledgement. */
	readonly body: unknown;
	/** Bodies that came to the response URL; grows. */
	readonly responses: readonly Json[];
	readonly payload: Json;
}

export interface Submission extends Interaction {
	/** By block id; empty when the app took it. */
	readonly errors: Readonly<Record<string, string>>;
}

/** Values for a form, by block id or action id: a text, a value of an option, several of them. */
export type Filled = Readonly<Record<string, string | readonly string[]>>;

/**
 * A person's actions in Slack. Each resolves when the app has acknowledged, or when all tries have failed: `acknowledged` tells. Rejects when a
 * person could not do it at all: no such button, a field left empty, no Stop to be seen.
 */
export interface Person extends Writing, Acting, Forms {}

export interface Writing {
	/** Writes into a channel, mentioning the bot. */
	mention(channel: string, text: string, options?: SayOptions): Promise<Sent>;
	/** Writes as it stands: `<@U…>` is a mention. */
	say(channel: string, text: string, options?: SayOptions): Promise<Sent>;
	/** What names the bot then comes twice, however often it had named it before: https://github.com/slackapi/bolt-js/issues/960 */
	edit(ts: string, text: string, options?: DeliveryOptions): Promise<Sent>;
	remove(ts: string): Promise<Sent>;
	react(ts: string, name: string): Promise<void>;
	unreact(ts: string, name: string): Promise<void>;
	/** Deletes a file of their own: its messages keep a tombstone. */
	deleteFile(id: string): Promise<void>;
}

export interface Acting {
	/** Presses a button or chooses from a menu of a message; by a value, or by its place among those with the same action. */
	click(messageTs: string, actionId: string, which?: string | number): Promise<Interaction>;
	giveFeedback(messageTs: string, verdict: 'positive' | 'negative'): Promise<Interaction>;
	/** `/smith sessions`: command `/smith`, text `sessions`. */
	slash(command: string, text: string, channel: string): Promise<Interaction>;
	/** A shortcut on a message; without one, a global shortcut. */
	shortcut(callbackId: string, messageTs?: string): Promise<Interaction>;
	/** Presses Stop in a thread; the streams that run in it end. */
	stopSession(channel: string, threadTs: string): Promise<void>;
	renameSession(channel: string, threadTs: string, title: string): Promise<void>;
}

export interface Forms {
	openHome(tab: 'home' | 'messages'): Promise<void>;
	clickHome(actionId: string, which?: string | number): Promise<Interaction>;
	/** Acts within an open modal. */
	clickView(viewId: string, actionId: string, which?: string | number): Promise<Interaction>;
	submit(viewId: string, values: Filled): Promise<Submission>;
	closeView(viewId: string): Promise<Interaction>;
}
