/** As `Promise.all`, but settled only when every one is: what one of them made can then be undone after another failed. */
export async function settleAll<T extends readonly unknown[]>(
	promises: {
		[Key in keyof T]: Promise<T[Key]>;
	},
): Promise<T> {
	await Promise.allSettled(promises);
	return Promise.all(promises) as Promise<unknown> as Promise<T>;
}
