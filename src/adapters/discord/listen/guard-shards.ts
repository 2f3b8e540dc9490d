import type { IShardingStrategy, SimpleShardingStrategy } from 'discord.js';
import type { WebSocket } from 'ws';
import type { Logger } from '../../../log.ts';

/** What a shard does without anybody waiting for it. */
const unwatched = ['onMessage', 'onClose', 'heartbeat', 'destroy', 'internalConnect'] as const;

/** How discord.js makes its shards, but that nothing which goes wrong in one is an unhandled rejection, which would end the process. */
export function guardedStrategy(
	Strategy: typeof SimpleShardingStrategy,
	log: Logger,
): (manager: ConstructorParameters<typeof SimpleShardingStrategy>[0]) => IShardingStrategy {
	return (manager) => {
		const strategy = new Strategy(manager);
		const spawn = strategy.spawn.bind(strategy);
		strategy.spawn = async (ids) => {
			await spawn(ids);
			const shards: ReadonlyMap<number, object> = Reflect.get(strategy, 'shards');
			for (const shard of shards.values()) guard(shard, log);
		};
		return strategy;
	};
}

function guard(shard: object, log: Logger): void {
	for (const name of unwatched) {
		const act: unknown = Reflect.get(shard, name);
		if (typeof act !== 'function' || Object.hasOwn(shard, name)) continue;
		Reflect.set(shard, name, async (...args: unknown[]) => {
			if (name === 'destroy') hangUp(shard);
			try {
				await Reflect.apply(act, shard, args);
			} catch (error) {
				log.warn('Something went wrong in the gateway to Discord', { step: name, err: error });
			}
		});
	}
}

/** discord.js leaves a socket alone that it destroys before it is open: it would stay for as long as nobody answers. */
function hangUp(shard: object): void {
	const socket: Pick<WebSocket, 'readyState' | 'CONNECTING' | 'terminate'> | null = Reflect.get(shard, 'connection');
	if (socket?.readyState === socket?.CONNECTING) socket?.terminate();
}
