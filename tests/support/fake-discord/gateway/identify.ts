import { GatewayCloseCodes, GatewayIntentBits } from 'discord-api-types/v10';
import type { World } from '../world.ts';
import { allIntents } from './intents.ts';

/** A refusal that a client may get instead of READY. */
export type Refusal = { readonly close: number; readonly reason: string } | { readonly invalid: true };

export interface Identified {
	readonly token: string;
	readonly intents: number;
	readonly shard: number;
	readonly count: number;
}

/** Remembers who identified when. */
export interface Starts {
	check(data: unknown): Identified | Refusal;
}

/** https://docs.discord.com/developers/events/gateway#identifying */
export function createStarts(world: World): Starts {
	const last = new Map<number, number>();
	const crowded = (shard: number): boolean => {
		const key = shard % world.options.startLimit.maxConcurrency;
		const before = last.get(key);
		const now = world.clock.now();
		last.set(key, now);
		return before !== undefined && now - before < world.options.identifyMs;
	};
	return {
		check(data) {
			const read = readIdentify(data);
			if ('close' in read) return read;
			const refusal = refuseToken(world, read.token) ?? refuseIntents(world, read.intents);
			if (refusal) return refusal;
			if (crowded(read.shard)) return { invalid: true };
			world.startsLeft -= 1;
			return read;
		},
	};
}

function readIdentify(data: unknown): Identified | { readonly close: number; readonly reason: string } {
	const { token, intents, shard = [0, 1] } = (data ?? {}) as Readonly<Record<string, unknown>>;
	if (typeof token !== 'string' || typeof intents !== 'number' || !hasProperties(data)) {
		return { close: GatewayCloseCodes.DecodeError, reason: 'Error while decoding payload.' };
	}
	const [index, count] = Array.isArray(shard) ? (shard as unknown[]) : [];
	if (!isShard(index, count)) return { close: GatewayCloseCodes.InvalidShard, reason: 'Invalid shard.' };
	return { token, intents, shard: Number(index), count: Number(count) };
}

function hasProperties(data: unknown): boolean {
	const { properties } = data as { readonly properties?: unknown };
	return typeof properties === 'object' && properties !== null;
}

function refuseToken(world: World, token: string): Refusal | undefined {
	const refused = { close: GatewayCloseCodes.AuthenticationFailed, reason: 'Authentication failed.' };
	// Who has no start left loses the token.
	return token.replace(/^Bot /, '') === world.token && world.startsLeft > 0 ? undefined : refused;
}

function refuseIntents({ options }: World, intents: number): Refusal | undefined {
	if (!Number.isInteger(intents) || intents < 0 || (intents & ~allIntents) !== 0) {
		return { close: GatewayCloseCodes.InvalidIntents, reason: 'Invalid intent(s).' };
	}
	const forbidden =
		GatewayIntentBits.GuildPresences |
		(options.messageContent ? 0 : GatewayIntentBits.MessageContent) |
		(options.guildMembers ? 0 : GatewayIntentBits.GuildMembers);
	if ((intents & forbidden) === 0) return undefined;
	return { close: GatewayCloseCodes.DisallowedIntents, reason: 'Disallowed intent(s).' };
}

function isShard(index: unknown, count: unknown): boolean {
	return Number.isInteger(index) && Number.isInteger(count) && Number(index) >= 0 && Number(index) < Number(count);
}
