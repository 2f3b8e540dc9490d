const units = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size for people, in steps of 1,024, with a decimal below 10: "0 bytes", "1.2 KB", "50 MB". Pure. */
export function formatBytes(bytes: number): string {
	let unit = 0;
	let value = bytes;
	// A value that would be rounded to 1,024 is one of the next unit.
	while (Math.round(value) >= 1024 && unit < units.length - 1) {
		value /= 1024;
		unit += 1;
	}
	return `${tidy(value)} ${bytes === 1 ? 'byte' : units[unit]}`;
}

function tidy(value: number): number {
	return value < 9.95 ? Number(value.toFixed(1)) : Math.round(value);
}
