import { createWorld } from './create-world.ts';
import type { FakeDiscord } from './fake-discord.ts';
import { createGateway } from './gateway/gateway.ts';
import { createView } from './look.ts';
import type { FakeDiscordOptions } from './options.ts';
import { createPerson } from './person/create-person.ts';
import { changesOf, placesOf } from './place-changes.ts';
import { fitsRoute } from './route-pattern.ts';
import { serve } from './serve.ts';
import type { World } from './world.ts';

export async function start(options: FakeDiscordOptions): Promise<FakeDiscord> {
	const { world, places } = createWorld(options);
	const gateway = createGateway(world);
	const server = await serve(world, gateway.upgrade);
	world.emit = gateway.emit;
	return {
		...{ apiUrl: `${world.url}/api`, url: world.url, token: world.token },
		...{ applicationId: world.application.id, botUser: world.bot, ...places },
		as: (user) => createPerson(world, user),
		...placesOf(world, places.guild),
		...changesOf(world),
		...createView(world),
		...recordsOf(world),
		...gateway.look,
		...gateway.troubles,
		send: (event, data, guild) => world.emit(guild, event, data),
		...troublesOf(world),
		away: server.away,
		async [Symbol.asyncDispose]() {
			world.clock[Symbol.dispose]();
			await gateway[Symbol.asyncDispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}

function recordsOf(world: World): Pick<FakeDiscord, 'commands' | 'interactions' | 'calls'> {
	return {
		commands: (guild) => [...((guild ? world.commands.guilds.get(guild) : world.commands.global)?.values() ?? [])],
		interactions: () => [...world.interactions.values()],
		calls: (method, pattern = '/**') =>
			world.calls.filter(
				(call) => (method === undefined || call.method === method) && fitsRoute(pattern, call.method, call.path),
			),
	};
}

function troublesOf(
	world: World,
): Pick<FakeDiscord, 'failNext' | 'outage' | 'rateLimit' | 'globalLimit' | 'now' | 'advance'> {
	return {
		failNext: world.faults.failNext,
		outage: world.faults.outage,
		rateLimit(pattern, limit) {
			if (limit) world.limits.routes.set(pattern, limit);
			else world.limits.routes.delete(pattern);
		},
		globalLimit(limit) {
			world.limits.global = limit;
		},
		now: world.clock.now,
		advance: world.clock.advance,
	};
}
