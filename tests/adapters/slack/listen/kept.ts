/** As the core, which keeps each key once. */
export function kept<Told extends { readonly key: string }>(told: readonly Told[]): Told[] {
	return told.filter(({ key }, index) => told.findIndex((one) => one.key === key) === index);
}
