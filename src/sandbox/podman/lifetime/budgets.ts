import type { ByteBudget } from '../../airlock/package-index/bodies.ts';

/** The byte budget of a session: one for all its sandboxes, as long as this process lives. */
export type Budgets = (session: string) => ByteBudget;

export function createBudgets(bytes: number): Budgets {
	const budgets = new Map<string, ByteBudget>();
	return (session) => {
		const budget = budgets.get(session) ?? createBudget(bytes);
		budgets.set(session, budget);
		return budget;
	};
}

function createBudget(bytes: number): ByteBudget {
	let left = bytes;
	return {
		take(wanted) {
			if (wanted > left) return false;
			left -= wanted;
			return true;
		},
		left: () => left,
	};
}
