const units = [
	['day', 86_400],
	['hour', 3_600],
	['minute', 60],
] as const;

/** How long ago that was, in its largest unit: `3 days ago`; `just now` below a minute. Pure. */
export function ageOf(ms: number): string {
	const seconds = Math.max(0, ms) / 1000;
	for (const [unit, length] of units) {
		const count = Math.floor(seconds / length);
		if (count > 0) return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
	}
	return 'just now';
}
