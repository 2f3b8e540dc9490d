import { NobodyThereError } from './desk.ts';
import { setUpModel } from './model-step.ts';
import { configOf, setUpPlatform } from './platform-step.ts';
import { type SetUpParts, SkippedError, skippable } from './step.ts';

/**
 * Asks a person for what Threadsmith needs, tries each, and writes it down at once. Each step can be skipped, and run again. Resolves with
 * the exit code.
 */
export async function runSetUp(given: SetUpParts): Promise<number> {
	const { desk, file, platforms, signal } = given;
	await file.mayWrite();
	desk.say(
		`Settings go into ${file.path}, which only you can read. Enter takes what stands in brackets, "s" skips a step.\n`,
	);
	const parts = { ...given, desk: skippable(desk) };
	const steps = [() => setUpModel(parts), ...platforms.map((platform) => () => setUpPlatform(platform, parts))];
	try {
		for (const step of steps) await step().catch(unlessSkipped);
	} catch (error) {
		if (!(error instanceof NobodyThereError) && !signal.aborted) throw error;
		desk.say('\nLeft. What was set is kept; to go on: ./threadsmith setup');
		return 130;
	}
	desk.say(`\n${await closingWords(given)}`);
	return 0;
}

/** Steps that were skipped may have left it without a model. */
async function closingWords({ file }: SetUpParts): Promise<string> {
	const config = configOf(await file.read());
	return !Array.isArray(config) && config.models === undefined
		? 'Done, but no model is set: ./threadsmith setup asks again.'
		: 'Done. `npm start` starts it.';
}

function unlessSkipped(error: unknown): void {
	if (!(error instanceof SkippedError)) throw error;
}
