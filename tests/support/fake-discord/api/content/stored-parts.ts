import type { APIEmbed, APIMessageTopLevelComponent } from 'discord-api-types/v10';
import type { StoredAttachment } from '../../records.ts';
import type { World } from '../../world.ts';
import { type AnyComponent, mediaIn, walk } from '../form/check-components.ts';
import { cleanName, linked, type Named } from './message-files.ts';

/** Components as messages keep them: each with an id, files by their links. */
export function storedComponents(
	world: World,
	given: readonly AnyComponent[],
	named: Named,
): readonly APIMessageTopLevelComponent[] {
	const used = new Set(walk(given).map(({ component }) => component.id ?? 0));
	let last = 0;
	const nextId = (): number => {
		last += 1;
		return used.has(last) ? nextId() : last;
	};
	const store = (component: AnyComponent): AnyComponent => {
		const { components, accessory, items, media } = component;
		return {
			...component,
			id: component.id || nextId(),
			...(components ? { components: components.map(store) } : {}),
			...(accessory ? { accessory: store(accessory) } : {}),
			...(media ? { media: linked(world, media, named) } : {}),
			...(items ? { items: items.map((item) => ({ ...item, media: linked(world, item.media, named) })) } : {}),
			...fileParts(world, component, named),
		};
	};
	return given.map(store) as unknown as readonly APIMessageTopLevelComponent[];
}

function fileParts(world: World, { file }: AnyComponent, named: Named): object {
	if (!file) return {};
	const attachment = named.get(cleanName(file.url.slice('attachment://'.length)));
	const facts = attachment ? { name: attachment.name, size: attachment.bytes.length } : {};
	return { file: linked(world, file, named), ...facts };
}

/** Embeds as messages keep them. */
export function storedEmbeds(world: World, given: readonly APIEmbed[], named: Named): APIEmbed[] {
	return given.map(({ image, thumbnail, ...embed }) => ({
		...embed,
		...(image ? { image: linked(world, image, named) } : {}),
		...(thumbnail ? { thumbnail: linked(world, thumbnail, named) } : {}),
	}));
}

/** Names of files that components and embeds show: these are not in the message's list of attachments. */
export function namesShown(components: readonly AnyComponent[], embeds: readonly APIEmbed[]): Set<string> {
	const urls = [
		...walk(components)
			.flatMap(mediaIn)
			.map(({ url }) => url),
		...embeds.flatMap(({ image, thumbnail, author, footer }) => [
			...[image?.url, thumbnail?.url, author?.icon_url, footer?.icon_url],
		]),
	];
	const names = urls.flatMap((url) => (url?.startsWith('attachment://') ? [url.slice('attachment://'.length)] : []));
	return new Set(names.map(cleanName));
}

/** By name; the later one where two have the same. */
export function byName(attachments: readonly StoredAttachment[]): Named {
	return new Map(attachments.map((attachment) => [attachment.name, attachment]));
}
