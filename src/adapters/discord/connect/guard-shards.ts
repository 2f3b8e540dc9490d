import type { IShardingStrategy, SimpleShardingStrategy } from 'discord.js';
import type { WebSocket } from 'ws';
import type { Logger } from '../../../base/log.ts';

/** Methods of a shard that nobody waits for. */
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
	let gone = false;
	closeWhatComesLate(shard, () => gone);
	for (const name of unwatched) {
		const act: unknown = Reflect.get(shard, name);
		if (typeof act !== 'function' || Object.hasOwn(shard, name)) continue;
		Reflect.set(shard, name, async (...args: unknown[]) => {
			if (name === 'destroy') {
				gone ||= !isComingBack(args[0]);
				hangUp(shard);
			}
			// discord.js pauses before it connects again, and a shard in that pause takes no notice of being destroyed.
			if (name === 'internalConnect' && gone) return;
			try {
				await Reflect.apply(act, shard, args);
			} catch (error) {
				log.warn('Something went wrong in the gateway to Discord', { step: name, err: error });
			}
		});
	}
}

function isComingBack(options: unknown): boolean {
	return typeof options === 'object' && options !== null && Reflect.get(options, 'recover') !== undefined;
}

type Socket = Pick<WebSocket, 'readyState' | 'CONNECTING' | 'terminate' | 'on'>;

/** One that was on its way to connect when it was destroyed goes on to do so. */
function closeWhatComesLate(shard: object, isGone: () => boolean): void {
	let connection: Socket | null = Reflect.get(shard, 'connection') ?? null;
	Reflect.defineProperty(shard, 'connection', {
		get: () => connection,
		set(socket: Socket | null) {
			connection = socket;
			if (isGone()) end(socket);
		},
	});
}

/** discord.js leaves a socket alone that it destroys before it is open: it would stay for as long as nobody answers. */
function hangUp(shard: object): void {
	const socket: Socket | null = Reflect.get(shard, 'connection');
	if (socket?.readyState === socket?.CONNECTING) end(socket);
}

/** A socket that is ended while it connects says so as an error, and by then discord.js may have ceased to listen: it would end the process. */
function end(socket: Socket | null): void {
	socket?.on('error', () => {});
	socket?.terminate();
}
