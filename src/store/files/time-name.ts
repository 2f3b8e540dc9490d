/** A time, in milliseconds since 1970, as part of a file name that sorts by it: `2025-01-31T23-59-59-999Z`. */
export function timeName(ms: number): string {
	return new Date(ms).toISOString().replaceAll(/[:.]/g, '-');
}

/** The last time, in milliseconds since 1970, that `timeName` has put into a file name; undefined where there is none. */
export function timeInName(name: string): number | undefined {
	const [, day, hour, minute, second, ms] = /.*(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? [];
	const time = Date.parse(`${day}T${hour}:${minute}:${second}.${ms}Z`);
	return Number.isNaN(time) ? undefined : time;
}
