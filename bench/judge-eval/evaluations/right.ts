/** Right code with right tests: how much of it is refused, and what an order costs. One order at a time, as its time is measured. */

import { pythonStartInside } from '../../parts/python-control.ts';
import { summarise } from '../../summary.ts';
import { atMost, type EvalContext, type Evaluation, evalRow, percent } from '../evaluation.ts';
import { runJobs } from '../jobs.ts';
import { allDrafts, tryCode } from './try-code.ts';

export const right: Evaluation = {
	name: 'right',
	rows: ['right-refused', 'model-calls', 'order-time', 'host-part'],
	async run(context) {
		const arena = await context.arena();
		const judged = await runJobs(
			context.problems,
			async (problem, lane) => {
				const course = await tryCode(
					{ problem, code: problem.right, is: 'right', share: 0, seed: 1, drafts: allDrafts },
					arena,
					lane,
				);
				if (!course.made) context.say(`  refused: ${problem.order.name}: ${course.text.split('\n')[0]}`);
				return course;
			},
			{ ...context, lanes: 1 },
		);
		const python = context.signal.aborted ? [] : await pythonStarts(context);
		const calm = judged.filter(({ disputes }) => disputes === 0);
		const median = (values: readonly number[]) => (values.length === 0 ? undefined : summarise(values).median);
		return [
			...evalRow('right-refused', '%', { value: percent(judged, ({ made }) => !made), goal: atMost(1) }),
			...evalRow('model-calls', 'calls', { value: median(calm.map(({ calls }) => calls)), goal: atMost(4) }),
			...evalRow('order-time', 'ms', { value: median(calm.map(({ whole }) => whole)), control: median(python) }),
			...evalRow('host-part', 'ms', {
				value: median(calm.map(({ host }) => host)),
				control: median(python),
				goal: atMost(400),
			}),
		];
	},
};

async function pythonStarts({ arena, signal }: EvalContext): Promise<readonly number[]> {
	const { sandbox } = await (await arena()).enter(0);
	const times: number[] = [];
	for (let run = 0; run < 5; run += 1) times.push(await pythonStartInside(sandbox, signal));
	return times;
}
