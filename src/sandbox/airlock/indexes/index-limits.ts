import { type DoorLimits, usualLimits } from '../package-index/door-limits.ts';

/** Sizes in bytes. */
export interface IndexLimits extends Pick<DoorLimits, 'time'> {
	/** Of what tells the versions of one package. */
	readonly page: number;
	/** Of the longer one that tells when each was published: it is looked through as it comes, and not kept. */
	readonly times: number;
	/** Of a small answer about one version. */
	readonly small: number;
	/** Of a package's own file. */
	readonly file: number;
}

const MiB = 2 ** 20;

/** A module of Go has at most 500 MB, its go.mod 16 MB (https://go.dev/ref/mod#zip-path-size-constraints); the longest pages of npm are some tens of MB. */
export const usualIndexLimits: IndexLimits = {
	time: usualLimits.time,
	page: 48 * MiB,
	times: 256 * MiB,
	small: 16 * MiB,
	file: 500 * MiB,
};
