import type { Processor } from './acknowledge-after.ts';

/** A way in which Slack reaches us. Disposing closes it, and resolves when nothing more can come through it. */
export interface Door extends AsyncDisposable {
	/** Opens it: from then on what comes goes to `processor`. Rejects with `ProblemError` when it cannot be opened, with `PlatformAwayError` while Slack is away. */
	open(processor: Processor): Promise<void>;
}
