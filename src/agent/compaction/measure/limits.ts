/** How full a window may get, in tokens of a request. */
export interface Limits {
	/** All of the window that a request may fill: the answer has to fit as well. */
	readonly effective: number;
	/** Results are cleared at `mask`, until `masked` is left. */
	readonly mask: number;
	readonly masked: number;
	/** The past is summarized. */
	readonly summarize: number;
}

/** Kept free for the answer; of a small window a quarter. */
const reserve = 8_192;
/** However large the window: models read the middle of a long conversation badly, and each request pays for all of it. */
const mostUnmasked = 100_000;
const mostUnsummarized = 200_000;

/** Pure. */
export function limitsOf(window: number): Limits {
	const effective = window - Math.min(reserve, Math.ceil(window / 4));
	const mask = Math.floor(Math.min(0.6 * effective, mostUnmasked));
	const masked = Math.floor(Math.min(0.4 * effective, (2 / 3) * mask));
	return { effective, mask, masked, summarize: Math.floor(Math.min(0.75 * effective, mostUnsummarized)) };
}

/** Whether tokens have grown by a fifth: a thing that was done, or tried in vain, is not done again before. Pure. */
export function hasGrown(tokens: number, since: number | undefined): boolean {
	return since === undefined || tokens >= 1.2 * since;
}
