import { isRecord, type JsonRecord } from '../../../src/agent/model/text/json-text.ts';
import type { Orderer } from '../place-order.ts';

/** A Brain that mends exactly the fields that a refusal names, by those of a right order, and touches nothing else. */
export function mender(right: JsonRecord): Orderer {
	return {
		mended(order, refusal) {
			const named = fieldsIn(refusal).filter((field) => field in right);
			if (named.length === 0) return undefined;
			const kept = isRecord(order) ? order : {};
			return { ...kept, ...Object.fromEntries(named.map((field) => [field, right[field]])) };
		},
		answered: async () => undefined,
	};
}

/** The fields at the top of an order that a refusal names, a line each: `- examples[1].output: …`. Pure. */
export function fieldsIn(refusal: string): readonly string[] {
	return [
		...new Set([...refusal.matchAll(/^- ([A-Za-z_]+)[^\n]*?: /gm)].flatMap(([, field]) => (field ? [field] : []))),
	];
}
