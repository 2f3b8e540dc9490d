import { ComponentType, InteractionType, type REST, Routes } from 'discord.js';
import { createWorld, type FirstPlaces } from '../create-world.ts';
import { addInteraction, type NewInteraction } from '../interactions.ts';
import type { FakeDiscordOptions } from '../options.ts';
import type { StoredInteraction } from '../records.ts';
import { serve } from '../serve.ts';
import type { World } from '../world.ts';
import { restClient } from './rest-client.ts';

/** The REST API alone, with its world laid open. */
export interface Api extends AsyncDisposable {
	readonly world: World;
	readonly places: FirstPlaces;
	readonly rest: REST;
	/** The names of the events that the app was told of, oldest first. */
	readonly told: readonly string[];
	/** Somebody uses something; by default Ada a command in "general". */
	interact(given?: Partial<NewInteraction>): StoredInteraction;
	/** Answers it first. */
	respond(
		interaction: Pick<StoredInteraction, 'id' | 'token'>,
		type: number,
		data?: object,
		query?: string,
	): Promise<unknown>;
}

/** A form with a text input; fields of ours instead. */
export function modalOf(fields: object = {}): object {
	const component = { type: ComponentType.TextInput, custom_id: 'i', style: 1 };
	const components = [{ type: ComponentType.Label, label: 'Name', component }];
	return { custom_id: 'm', title: 'Title', components, ...fields };
}

export async function startApi(options: FakeDiscordOptions = {}): Promise<Api> {
	const { world, places } = createWorld(options);
	const server = await serve(world, (_request, socket) => void socket.destroy());
	const told: string[] = [];
	world.emit = (_guild, name) => void told.push(name);
	const rest = restClient({ apiUrl: `${world.url}/api`, token: world.token });
	return {
		...{ world, places, told, rest },
		respond: ({ id, token }, type, data, query) =>
			rest.post(Routes.interactionCallback(id, token), {
				...{ auth: false, body: data === undefined ? { type } : { type, data } },
				...(query ? { query: new URLSearchParams(query) } : {}),
			}),
		interact: (given = {}) =>
			addInteraction(world, {
				...{ type: InteractionType.ApplicationCommand, user: places.ada, channel: places.channel },
				...{ data: { id: world.clock.newId(), name: 'smith', type: 1 }, byUserInstall: false },
				...given,
			}),
		async [Symbol.asyncDispose]() {
			world.clock[Symbol.dispose]();
			await server[Symbol.asyncDispose]();
		},
	};
}
