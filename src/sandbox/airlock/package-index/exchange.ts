/** A request of an installer in the sandbox. */
export interface DoorRequest {
	readonly method: string;
	/** As it came: `/simple/humanize/`. */
	readonly path: string;
	readonly accept: string;
}

/** `body` may throw while it is read: whoever passes it on must then cut the connection, so that half a file is never taken for a whole one. */
export interface DoorAnswer {
	readonly status: number;
	readonly headers: Readonly<Record<string, string>>;
	readonly body: AsyncIterable<Uint8Array> | Uint8Array;
}
