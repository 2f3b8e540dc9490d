import type { ToolContext } from '../../tool.ts';
import type { ToolCase } from '../draft/cases.ts';
import type { ForgeDeps } from '../forge-deps.ts';

/** Everything that a run is worked on with. */
export interface ForgeParts {
	readonly deps: ForgeDeps;
	readonly context: ToolContext;
	/** The version that is repaired, and the tests of it and of those before it. */
	readonly repairs: { readonly version: number; readonly cases: readonly ToolCase[] } | undefined;
}
