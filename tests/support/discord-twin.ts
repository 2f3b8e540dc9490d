import type { Server } from 'node:http';
import { join } from 'node:path';
import { ChannelType } from 'discord-api-types/v10';
import { DigitalDiscord } from 'discord-digital-twin';
import { tempDir } from './temp-dir.ts';

/** A Discord that others wrote, the npm package `discord-digital-twin`, with one guild, one person and the bot. */
export interface DiscordTwin extends AsyncDisposable {
	readonly discord: DigitalDiscord;
	/** The address that it listens on. */
	readonly address: string;
	/** A scratch folder. */
	readonly folder: string;
}

/** Ids of what is there. */
export const twin = {
	guild: '1000000000000000001',
	channel: '1000000000000000002',
	/** A thread in `channel`. Those that the package makes have an id of their own, and not that of the message they began on. */
	thread: '1000000000000000003',
	ada: '1000000000000000004',
	bot: '1000000000000000005',
	token: 'twin-token',
} as const;

const options = {
	guild: { id: twin.guild, name: 'Workshop', ownerId: twin.ada },
	channels: [
		{ id: twin.channel, name: 'general', type: ChannelType.GuildText },
		{ id: twin.thread, name: 'numbers', type: ChannelType.PublicThread, parentId: twin.channel },
	],
	users: [{ id: twin.ada, username: 'Ada' }],
	botUser: { id: twin.bot, username: 'Threadsmith' },
	botToken: twin.token,
};

/** Starts it on loopback. Each has a database of its own: without one, all in a process would share theirs. */
export async function startDiscordTwin(): Promise<DiscordTwin> {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const discord = new DigitalDiscord({ ...options, dbUrl: `file:${join(dir.path, 'twin.db')}` });
	building.defer(() => discord.prisma.$disconnect());
	const address = listenOnLoopback(discord);
	await discord.start();
	building.defer(() => discord.stop());
	const parts = building.move();
	return { discord, address: address(), folder: dir.path, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

/** It would listen on all interfaces, and has no option for that: its server is told as soon as it is made. Answers where it listens then. */
function listenOnLoopback(discord: DigitalDiscord): () => string {
	let parts: { readonly httpServer: Server } | null = null;
	Object.defineProperty(discord, 'server', {
		get: () => parts,
		set(made: typeof parts) {
			parts = made;
			if (!made) return;
			const { httpServer } = made;
			const listen = httpServer.listen.bind(httpServer);
			Object.assign(httpServer, { listen: (port: number, then: () => void) => listen(port, '127.0.0.1', then) });
		},
	});
	return () => {
		const address = parts?.httpServer.address();
		return typeof address === 'object' && address !== null ? address.address : '';
	};
}
