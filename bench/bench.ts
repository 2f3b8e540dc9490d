import type { RuntimeChoice } from '../src/sandbox/podman/service/runtimes.ts';
import type { Row } from './row.ts';

export interface BenchContext {
	/** Fires when the person leaves; a bench then rejects with its reason, having removed what it made. */
	readonly signal: AbortSignal;
	/** How often to repeat: `wanted`, or fewer where the person asked for fewer. */
	runs(wanted: number): number;
	/** The person has asked for full sizes, which take minutes. */
	readonly isLong?: boolean;
	/** Of the sandboxes of those that measure these; default: runc. */
	readonly runtime?: RuntimeChoice;
	/** Progress, for people. */
	say(line: string): void;
}

/** One benchmark: measures against a control of its own in the same run. Rejects when it could not be measured. */
export interface Bench {
	readonly name: string;
	run(context: BenchContext): Promise<readonly Row[]>;
}
