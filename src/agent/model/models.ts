import type { Model } from './model.ts';

/** The three roles, each with its own model. */
export interface Models {
	/** Plans and talks. */
	readonly brain: Model;
	/** Others that a session may have for its Brain. Default: none. */
	readonly choices?: readonly Model[];
	/** Forges tools, hidden from the Brain. */
	readonly coder: Model;
	/** Keeps memories and compacts history. */
	readonly summarizer: Model;
}
