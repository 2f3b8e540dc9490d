/** Time in ms, sizes in bytes. */
export interface DoorLimits {
	readonly time: {
		readonly connect: number;
		/** From the request to the headers of its answer. */
		readonly headers: number;
		/** Between two chunks of a body. */
		readonly chunk: number;
	};
	readonly page: number;
	readonly metadata: number;
	readonly wheel: number;
}

const MiB = 2 ** 20;

/**
 * The largest pages of the public index are some megabytes of JSON, its metadata some 100 kB at most, and few wheels that are not for
 * graphics cards are larger than 200 MB.
 */
export const usualLimits: DoorLimits = {
	time: { connect: 10_000, headers: 30_000, chunk: 30_000 },
	page: 20 * MiB,
	metadata: MiB,
	wheel: 200 * MiB,
};
