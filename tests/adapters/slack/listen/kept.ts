interface Told {
	readonly key: string;
	readonly parts?: readonly string[] | undefined;
}

/** As the core, which keeps each key once, and none of a part that a message holds. */
export function kept<T extends Told>(told: readonly T[]): T[] {
	const keysOf = ({ key, parts = [] }: Told) => [key, ...parts];
	return told.filter(({ key }, index) => told.findIndex((one) => keysOf(one).includes(key)) === index);
}
