import type { ToolContext } from '../../tool.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { ForgeDeps } from '../forge-deps.ts';

/** A version that is repaired, and the tests of it and of those before it. */
export interface Repairs {
	readonly version: number;
	readonly cases: readonly ToolCase[];
	/** Data of people of the session stands in these tests. */
	readonly ownData: boolean;
}

/** Everything that a run is worked on with. */
export interface ForgeParts {
	readonly deps: ForgeDeps;
	readonly context: ToolContext;
	readonly repairs: Repairs | undefined;
}
