import { pathToFileURL } from 'node:url';
import { codeOf, ProblemError } from '../base/errors.ts';
import type { HelperEnd } from '../sandbox/podman/container/options.ts';

export interface DemoOptions {
	/** Events and verdicts as JSON lines, and nothing else on standard output. */
	readonly json: boolean;
	readonly signal: AbortSignal;
	/** Makes the folder that it plays in; default: it makes one itself, and its process has the rights that sandboxes take. */
	readonly stage?: () => Promise<Stage>;
}

/** Where a demo plays: a folder whose `home` root has sandboxes for. Whoever made it removes it. */
export interface Stage {
	readonly folder: string;
	readonly helper: HelperEnd;
}

/** Runs a demo; resolves with 0 when every step happened, else with 1. */
export type RunDemo = (options: DemoOptions) => Promise<number>;

/**
 * The demo that a platform's stand-in plays, from the file it is in: stand-ins are not part of the service, and its image has none.
 * Rejects with a `ProblemError` where the file is missing or exports no `runDemo`.
 */
export async function loadStandIn(file: string): Promise<RunDemo> {
	const loaded: unknown = await import(pathToFileURL(file).href).catch((cause: unknown) => {
		if (codeOf(cause) === 'ERR_MODULE_NOT_FOUND') throw missing(cause);
		throw cause;
	});
	if (!hasDemo(loaded)) throw new ProblemError(`"${file}" exports no runDemo`, 'Name the file of a stand-in');
	return loaded.runDemo;
}

function missing(cause: unknown): ProblemError {
	const mend = 'Run it in a clone of the project: npm run demo -- slack, or npm run demo -- discord';
	return new ProblemError('The stand-in that this demo plays on is missing here', mend, { cause });
}

function hasDemo(loaded: unknown): loaded is { readonly runDemo: RunDemo } {
	return typeof loaded === 'object' && loaded !== null && 'runDemo' in loaded && typeof loaded.runDemo === 'function';
}
