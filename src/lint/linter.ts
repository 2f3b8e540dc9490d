/** One finding of a linter in a Python source. */
export interface LintFinding {
	/** Such as `F821` or `S307`; `invalid-syntax` where it does not parse. */
	readonly code: string;
	/** From 1. */
	readonly line: number;
	readonly message: string;
}

/** Lints Python. Nothing is loaded before the first check; disposing ends whatever runs. */
export interface Linter extends AsyncDisposable {
	/** All that is found, in the order of the lines. Rejects when the linter itself is broken, and with the signal's reason. */
	check(source: string, signal: AbortSignal): Promise<readonly LintFinding[]>;
}
