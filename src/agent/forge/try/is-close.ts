/** Of the larger of two numbers, and at least that much where both are small. */
const tolerance = 1e-6;

/** Whether two numbers are the same but for how they were reckoned. Pure. */
export function isClose(one: number, other: number): boolean {
	return Math.abs(one - other) <= tolerance * Math.max(1, Math.abs(one), Math.abs(other));
}
