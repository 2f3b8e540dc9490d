/** Something that is made when it is first asked for. */
export interface Lazy<T> {
	/** Made once, unless it could not be: then it is tried again. */
	get(): Promise<T>;
	/** Undefined: nobody has asked. */
	made(): Promise<T> | undefined;
}

export function lazy<T>(make: () => Promise<T>): Lazy<T> {
	let making: Promise<T> | undefined;
	return {
		get: () => {
			making ??= make().catch((error: unknown) => {
				making = undefined;
				throw error;
			});
			return making;
		},
		made: () => making,
	};
}
