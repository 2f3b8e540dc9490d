import type { APIEmbed } from 'discord-api-types/v10';
import type { SeenMessage } from './seen.ts';
import type { World } from './world.ts';

/** All the words that a person sees in a message, a line for each thing; mentions by name. */
export function plainText(world: World, { content, embeds, components, attachments }: SeenMessage): string {
	const lines = [
		content,
		...embeds.flatMap(wordsOfEmbed),
		...components.flatMap(wordsOf),
		...attachments.map(({ name }) => name),
	];
	return lines
		.filter((line) => line !== '')
		.map((line) => withNames(world, line))
		.join('\n');
}

function wordsOfEmbed({ author, title, description, fields = [], footer }: APIEmbed): string[] {
	const parts = [author?.name, title, description, ...fields.flatMap(({ name, value }) => [name, value]), footer?.text];
	return parts.filter((part) => part !== undefined);
}

/** The fields that a component may have, of any type. */
interface AnyComponent {
	readonly content?: string;
	readonly label?: string;
	readonly description?: string | null;
	readonly placeholder?: string;
	readonly emoji?: { readonly name?: string };
	readonly options?: readonly AnyComponent[];
	readonly components?: readonly AnyComponent[];
	readonly component?: AnyComponent;
	readonly accessory?: AnyComponent;
	readonly items?: readonly AnyComponent[];
}

function wordsOf(given: unknown): string[] {
	const component = given as AnyComponent;
	const { content, label, description, placeholder, emoji } = component;
	const named = [emoji?.name, label].filter((part) => part !== undefined).join(' ');
	const own = [content, named, description, placeholder].filter((part) => typeof part === 'string');
	const { components = [], component: single, accessory, items = [], options = [] } = component;
	const inner = [...components, single, accessory, ...items, ...options].filter((one) => one !== undefined);
	return [...own, ...inner.flatMap(wordsOf)];
}

function withNames(world: World, text: string): string {
	return text.replaceAll(/<(@!?|@&|#)(\d+)>/g, (whole, kind: string, id: string) => {
		const name =
			kind === '#' ? world.channels.get(id)?.name : kind === '@&' ? roleName(world, id) : userName(world, id);
		return name === undefined ? whole : `${kind === '#' ? '#' : '@'}${name}`;
	});
}

function userName(world: World, id: string): string | undefined {
	const user = world.users.get(id);
	return user && (user.globalName ?? user.name);
}

function roleName(world: World, id: string): string | undefined {
	return [...world.guilds.values()].map(({ roles }) => roles.get(id)?.name).find((name) => name !== undefined);
}
