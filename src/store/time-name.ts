/** A time, in milliseconds since 1970, as part of a file name that sorts by it: `2025-01-31T23-59-59-999Z`. */
export function timeName(ms: number): string {
	return new Date(ms).toISOString().replaceAll(/[:.]/g, '-');
}
