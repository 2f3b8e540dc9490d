import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:net';
import type { SimpleShardingStrategy } from 'discord.js';
import { expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { guardedStrategy } from '../../../../src/adapters/discord/connect/guard-shards.ts';
import { recordingLogger } from '../api/recording-logger.ts';

/** As discord.js destroys a shard that is connecting: it ceases to listen to its socket at once. */
class Shard {
	readonly connection: WebSocket;
	constructor(url: string) {
		this.connection = new WebSocket(url);
		this.connection.onerror = () => {};
	}
	async destroy() {
		this.connection.onerror = null;
	}
}

it('a shard that is destroyed while it connects ends its socket, which brings nothing else down', async () => {
	await using silent = createServer((socket) => socket.on('error', () => {}).resume()).listen(0, '127.0.0.1');
	await once(silent, 'listening');
	const shard = new Shard(`ws://127.0.0.1:${(silent.address() as AddressInfo).port}`);
	class Strategy {
		readonly shards = new Map<number, object>();
		async spawn() {
			this.shards.set(0, shard);
		}
	}
	const open = guardedStrategy(Strategy as unknown as typeof SimpleShardingStrategy, recordingLogger().log);
	await open({} as never).spawn([0]);
	const closed = new Promise((resolve) => shard.connection.on('close', resolve));
	await shard.destroy();
	await closed;
	expect(shard.connection.readyState).toBe(WebSocket.CLOSED);
});
