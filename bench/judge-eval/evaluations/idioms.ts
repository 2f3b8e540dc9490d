/** Right code in another idiom, with the tests of the first: whoever refuses it judges by more than results. */

import { atMost, type Evaluation, evalRow, percent } from '../evaluation.ts';
import { runJobs } from '../jobs.ts';
import { allDrafts, tryCode } from './try-code.ts';

export const idioms: Evaluation = {
	name: 'idioms',
	rows: ['idioms-refused'],
	async run(context) {
		const arena = await context.arena();
		const jobs = context.problems.flatMap((problem) => problem.other.map((code) => ({ problem, code })));
		const judged = await runJobs(
			jobs,
			async ({ problem, code }, lane) => {
				const { made, text } = await tryCode(
					{ problem, code, is: 'right', share: 0, seed: 1, drafts: allDrafts },
					arena,
					lane,
				);
				if (!made) context.say(`  refused: ${problem.order.name}: ${text.split('\n')[0]}`);
				return made;
			},
			context,
		);
		return evalRow('idioms-refused', '%', { value: percent(judged, (made) => !made), goal: atMost(1) });
	},
};
