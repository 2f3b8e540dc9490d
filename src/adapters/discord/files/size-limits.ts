import type { DiscordPlace } from '../thread-keys.ts';

/** The largest file that a place takes. */
export interface SizeLimits {
	/** Bytes. */
	of(place: DiscordPlace): number;
	/** A file of so many bytes was refused there for its size. */
	learn(place: DiscordPlace, refused: number): void;
}

export interface SizeLimitsDeps {
	/** The guilds that the bot is in, by their id. */
	readonly places: { readonly guilds: ReadonlyMap<string, { readonly premiumTier: number }> };
}

const mib = 1024 * 1024;
/** By the guild's tier of boosts: https://docs.discord.com/developers/reference#uploading-files and https://support.discord.com/hc/articles/360028038352 */
const perTier = [10 * mib, 10 * mib, 50 * mib, 100 * mib];
const least = 10 * mib;

/** Discord's limits as they are known, downwards from there as they are met. */
export function createSizeLimits({ places }: SizeLimitsDeps): SizeLimits {
	const learnt = new Map<string, number>();
	const keyOf = (place: DiscordPlace) => (place.kind === 'dm' ? 'dm' : place.guild);
	return {
		of(place) {
			const tier = places.guilds.get(keyOf(place))?.premiumTier ?? 0;
			return Math.min(perTier[tier] ?? least, learnt.get(keyOf(place)) ?? Number.POSITIVE_INFINITY);
		},
		learn(place, refused) {
			const known = learnt.get(keyOf(place)) ?? Number.POSITIVE_INFINITY;
			learnt.set(keyOf(place), Math.min(known, Math.max(0, refused - 1)));
		},
	};
}
