/** One field's refusals, and those of the fields in it: https://docs.discord.com/developers/reference#error-messages */
export interface ErrorTree {
	[field: string]: ErrorTree | readonly FieldError[] | undefined;
}

export interface FieldError {
	readonly code: string;
	readonly message: string;
}

/** Parts of a refusal besides its code. */
export interface Extra {
	/** Beside `code` and `message` in the JSON. */
	readonly body?: Readonly<Record<string, unknown>>;
	readonly headers?: Readonly<Record<string, string>>;
	readonly cause?: unknown;
}

/** An answer that refuses. */
export class ApiError extends Error {
	override readonly name = 'ApiError';
	readonly status: number;
	/** Discord's; 0 where it has none. */
	readonly code: number;
	readonly extra: Extra;

	constructor(status: number, code: number, message: string, extra: Extra = {}) {
		super(message, { cause: extra.cause });
		this.status = status;
		this.code = code;
		this.extra = extra;
	}
}

/**
 * https://docs.discord.com/developers/topics/opcodes-and-status-codes#json; the statuses are those that libraries' issues show, as the
 * page names none.
 */
const refusals = {
	10002: [404, 'Unknown Application'],
	10003: [404, 'Unknown Channel'],
	10004: [404, 'Unknown Guild'],
	10007: [404, 'Unknown Member'],
	10008: [404, 'Unknown Message'],
	10013: [404, 'Unknown User'],
	10014: [400, 'Unknown Emoji'],
	10015: [404, 'Unknown Webhook'],
	10062: [404, 'Unknown interaction'],
	10063: [404, 'Unknown application command'],
	20016: [429, 'This action cannot be performed due to slowmode rate limit'],
	20012: [403, 'You are not authorized to perform this action on this application'],
	30010: [400, 'Maximum number of reactions reached (20)'],
	30032: [400, 'Maximum number of application commands reached (100)'],
	30033: [400, 'Maximum number of thread participants has been reached (1000)'],
	30046: [429, 'Maximum number of edits to messages older than 1 hour reached. Try again later.'],
	40005: [413, 'Request entity too large'],
	40094: [400, 'This interaction has reached the maximum number of follow up messages'],
	40060: [400, 'Interaction has already been acknowledged.'],
	50001: [403, 'Missing Access'],
	50003: [400, 'Cannot execute action on a DM channel'],
	50005: [403, 'Cannot edit a message authored by another user'],
	50006: [400, 'Cannot send an empty message'],
	50007: [403, 'Cannot send messages to this user'],
	50008: [400, 'Cannot send messages in a non-text channel'],
	50013: [403, 'Missing Permissions'],
	50021: [403, 'Cannot execute action on a system message'],
	50024: [400, 'Cannot execute action on this channel type'],
	50027: [401, 'Invalid Webhook Token'],
	50033: [400, 'Invalid Recipient(s)'],
	50045: [400, 'File uploaded exceeds the maximum size'],
	50083: [400, 'Thread is archived'],
	50109: [400, 'The request body contains invalid JSON.'],
	50278: [403, 'Cannot send messages to this user due to having no mutual guilds'],
	160002: [400, 'Cannot reply without permission to read message history'],
	160004: [400, 'A thread has already been created for this message'],
	160005: [403, 'Thread is locked'],
	160006: [400, 'Maximum number of active threads reached'],
	200000: [400, 'Message was blocked by automatic moderation'],
	240000: [400, 'Message blocked by harmful links filter'],
} as const satisfies Readonly<Record<number, readonly [status: number, message: string]>>;

export type RefusalCode = keyof typeof refusals;

/** Discord's refusal with this code. */
export function refusal(code: RefusalCode, extra: Extra = {}): ApiError {
	const [status, message] = refusals[code];
	return new ApiError(status, code, message, extra);
}

/** A body that is not as it must be. */
export function invalidForm(errors: ErrorTree): ApiError {
	return new ApiError(400, 50035, 'Invalid Form Body', { body: { errors } });
}

/** One field is not as it must be. `path`: `['embeds', 0, 'title']`; empty: the body as a whole. */
export function invalidField(path: readonly PropertyKey[], code: string, message: string): ApiError {
	return invalidForm(treeOf([{ path, code, message }]));
}

/** One refusal and where it stands. */
export interface Found extends FieldError {
	readonly path: readonly PropertyKey[];
}

/** Discord's nested form of a flat list. Pure. */
export function treeOf(found: readonly Found[]): ErrorTree {
	const tree: ErrorTree = {};
	for (const { path, code, message } of found) {
		const node = path.reduce<ErrorTree>((at, key) => childOf(at, String(key)), tree);
		node['_errors'] = [...((node['_errors'] as readonly FieldError[] | undefined) ?? []), { code, message }];
	}
	return tree;
}

function childOf(node: ErrorTree, key: string): ErrorTree {
	const child = (node[key] ?? {}) as ErrorTree;
	node[key] = child;
	return child;
}
