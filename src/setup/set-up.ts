import { NobodyThereError } from './desk.ts';
import { setUpModel } from './model-step.ts';
import { setUpPlatform } from './platform-step.ts';
import type { SetUpParts } from './step.ts';

/**
 * Asks a person for what Threadsmith needs, tries each, and writes it down at once. Each step can be skipped, and run again. Resolves with
 * the exit code.
 */
export async function runSetUp(parts: SetUpParts): Promise<number> {
	const { desk, file, platforms } = parts;
	desk.say(
		`Settings go into ${file.path}, which only you can read. Enter takes what stands in brackets, "s" skips a step.\n`,
	);
	try {
		await setUpModel(parts);
		for (const platform of platforms) await setUpPlatform(platform, parts);
	} catch (error) {
		if (!(error instanceof NobodyThereError)) throw error;
		desk.say('\nLeft. What was set is kept; to go on: ./threadsmith setup');
		return 130;
	}
	desk.say('\nDone. `npm start` starts it.');
	return 0;
}
