/** Records that this Slack keeps besides people, places and messages. */

type Json = Readonly<Record<string, unknown>>;

export interface StoredFile {
	readonly id: string;
	readonly team: string;
	readonly user: string;
	readonly name: string;
	readonly mimetype: string;
	title: string;
	bytes: Uint8Array;
	mode: 'hosted' | 'external' | 'tombstone' | 'hidden_by_limit';
	/** As Slack names it: `visible`, `check_file_info`, `access_denied`. */
	access: string;
	/** Where a download is sent on to. */
	redirectTo: string | undefined;
	/** `reserved`: a URL was handed out; `uploaded`: the bytes are there; `completed`: shared, or about to be. */
	state: 'reserved' | 'uploaded' | 'completed';
	readonly length: number;
	/** Polls of `files.info` until the shares appear. */
	pollsLeft: number;
	share: PendingShare | undefined;
	/** Messages that show it: channel and ts. */
	readonly shares: { readonly channel: string; readonly ts: string; readonly threadTs: string | undefined }[];
}

/** The message that a completed upload becomes; one for all its files. */
export interface PendingShare {
	readonly files: readonly string[];
	post(): void;
}

export interface Session {
	status: string;
	title: string | undefined;
	/** The text of the older status call. */
	text: string | undefined;
	since: number;
}

export interface StoredView {
	readonly id: string;
	readonly user: string;
	readonly team: string;
	readonly rootId: string;
	readonly previousId: string | undefined;
	definition: Json;
	hash: string;
	open: boolean;
}

export interface Token {
	readonly token: string;
	readonly kind: 'bot' | 'app' | 'config';
	/** Of the workspace it is for; the app's own has none. */
	readonly team: string | undefined;
	readonly expiresAt: number | undefined;
	/** Why it is good no more, in Slack's word. */
	dead: string | undefined;
}

export interface Trigger {
	readonly id: string;
	readonly user: string;
	readonly team: string;
	readonly at: number;
	used: boolean;
	/** The view from which it came. */
	readonly view: string | undefined;
}

/** Where the app may answer an interaction later. */
export interface ResponseUrl {
	readonly channel: string;
	readonly user: string;
	readonly team: string;
	readonly threadTs: string | undefined;
	/** The message that was acted on. */
	readonly original: string | undefined;
	readonly at: number;
	/** The bodies that came, in order. */
	readonly responses: Json[];
}

export interface Group {
	readonly id: string;
	readonly team: string;
	readonly name: string;
	readonly users: readonly string[];
}
