/** How deep a value from a model or a sandbox may be: what walks one by recursion, as JSON's own writer does, ends at some thousands. */
export const deepest = 100;

/** Whether lists and objects are nested in `value` more than `levels` deep. Looks no deeper than that. Pure. */
export function isDeeperThan(value: unknown, levels: number): boolean {
	if (typeof value !== 'object' || value === null) return false;
	if (levels === 0) return true;
	return Object.values(value).some((inner) => isDeeperThan(inner, levels - 1));
}
