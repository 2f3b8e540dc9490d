/** 2015 begins; https://docs.discord.com/developers/reference#snowflakes */
const discordEpoch = 1_420_070_400_000;

/** The first id that could be made at a time, milliseconds since 1970. Pure. */
export function idAt(ms: number): string {
	return String(BigInt(Math.max(0, ms - discordEpoch)) << 22n);
}

/** When an id was made, milliseconds since 1970. Pure. */
export function timeOf(id: string): number {
	return Number(BigInt(id) >> 22n) + discordEpoch;
}

/** Whether an id was made after another. Pure. */
export function isAfter(one: string, other: string): boolean {
	return one.length === other.length ? one > other : one.length > other.length;
}

/** The later of two ids; undefined counts as before all of them. Pure. */
export function later<T extends string | undefined>(one: T, other: string | undefined): T | string {
	if (other === undefined) return one;
	return one === undefined || isAfter(other, one) ? other : one;
}

/** For sorting by id, the earliest first. Pure. */
export function byAge(one: { readonly id: string }, other: { readonly id: string }): number {
	return isAfter(one.id, other.id) ? 1 : -1;
}
