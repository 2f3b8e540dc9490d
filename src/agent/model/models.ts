import type { Model } from './model.ts';

/** The three roles, each with its own model. */
export interface Models {
	/** Plans and talks. */
	readonly brain: Model;
	/** Forges tools, hidden from the Brain. */
	readonly coder: Model;
	/** Keeps memories and compacts history. */
	readonly summarizer: Model;
}
