const UNITS = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** `24 KB`: bytes in units of 1,000, with one decimal below 10. */
export function formatBytes(bytes: number): string {
	const power = bytes < 1000 ? 0 : Math.min(UNITS.length - 1, Math.floor(Math.log10(bytes) / 3));
	const value = bytes / 1000 ** power;
	const digits = power === 0 || value >= 9.95 ? 0 : 1;
	return `${value.toFixed(digits)} ${UNITS[power]}`;
}

/** `0.3 s`, `12 s`, `2 min 5 s`. */
export function formatDuration(ms: number): string {
	const seconds = Math.max(0, ms) / 1000;
	if (seconds < 9.95) return `${seconds.toFixed(1)} s`;
	const whole = Math.round(seconds);
	return whole < 60 ? `${whole} s` : `${Math.floor(whole / 60)} min ${whole % 60} s`;
}

/** `1,234`. */
export function formatCount(count: number): string {
	return count.toLocaleString('en-US');
}
