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
