/** A wait that a server asks for, and when it ends: `for 2 h, until 2026-11-28 14:05 UTC`. Pure. */
export function tryAgainAt(waitMs: number, now: number): string {
	const at = new Date(Math.min(now + waitMs, latest)).toISOString();
	return `for ${inWords(waitMs)}, until ${at.slice(0, 16).replace('T', ' ')} UTC`;
}

/** The last moment that a `Date` of four digits' years can be. */
const latest = Date.UTC(9999, 11, 31);

function inWords(ms: number): string {
	const minutes = Math.ceil(ms / 60_000);
	if (minutes < 120) return `${minutes} min`;
	const hours = Math.ceil(minutes / 60);
	return hours < 48 ? `${hours} h` : `${Math.ceil(hours / 24)} days`;
}
