const minuteMs = 60_000;
const mostDays = 365;

/** A wait of more than a minute, and when it ends: `for 2 h, until 2026-11-28 14:05 UTC`. Pure. */
export function waitInWords(ms: number, now: number): string {
	const minutes = Math.ceil(ms / minuteMs);
	if (minutes > mostDays * 24 * 60) return 'for more than a year';
	const until = new Date(now + ms).toISOString().slice(0, 16).replace('T', ' ');
	return `for ${amount(minutes)}, until ${until} UTC`;
}

function amount(minutes: number): string {
	if (minutes < 120) return `${minutes} min`;
	const hours = Math.ceil(minutes / 60);
	return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`;
}
