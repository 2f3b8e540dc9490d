/**
 * Orders as small models write them: whether the Coder is asked after two round trips at most, with a Brain that mends only what the refusal
 * names. Control: those that are understood without a word. Nothing is run: the Coder is gone.
 */

import { isRecord } from '../../../src/agent/model/text/json-text.ts';
import { sloppyOrders } from '../../../tests/agent/forge/order/sloppy-orders.ts';
import { summarise } from '../../summary.ts';
import { atLeast, type Evaluation, evalRow, percent } from '../evaluation.ts';
import { runJobs } from '../jobs.ts';
import { placeOrder } from '../place-order.ts';
import { scriptedCoder } from '../players/coder.ts';
import { mender } from '../players/mender.ts';
import { rightOrders } from './right-orders.ts';

export const sloppy: Evaluation = {
	name: 'sloppy',
	rows: ['sloppy-through', 'round-trips'],
	async run(context) {
		const arena = await context.arena();
		const courses = await runJobs(
			sloppyOrders,
			async ([how, order], lane) => {
				const coder = scriptedCoder({ drafts: [], most: 0, tests: () => [] });
				const { trips, calls, text } = await placeOrder(order, {
					stage: await arena.enter(lane),
					coder,
					orderer: mender(rightFor(order)),
				});
				if (calls === 0 || trips > 2) context.say(`  ${calls === 0 ? 'never' : trips}: ${how}: ${text.split('\n')[1]}`);
				return { trips: calls === 0 ? Number.POSITIVE_INFINITY : trips };
			},
			context,
		);
		const through = courses.flatMap(({ trips }) => (Number.isFinite(trips) ? [trips] : []));
		return [
			...evalRow('sloppy-through', '%', {
				value: percent(courses, ({ trips }) => trips <= 2),
				control: percent(courses, ({ trips }) => trips === 1),
				goal: atLeast(90),
			}),
			...evalRow('round-trips', 'trips', { value: through.length === 0 ? undefined : summarise(through).p95 }),
		];
	},
};

/** The right order that a sloppy one comes nearest to, by words of its name. */
function rightFor(order: unknown) {
	const text = JSON.stringify(isRecord(order) || Array.isArray(order) ? order : String(order)).toLowerCase();
	const [sum] = rightOrders;
	return rightOrders.find(({ name }) => text.includes(name.split('/')[1] ?? name)) ?? sum;
}
