import { ComponentType, MessageFlags } from 'discord-api-types/v10';
import type { Found } from '../api-error.ts';
import { noTwice } from './fields.ts';
import type { GivenComponents } from './message-components.ts';

/** Any component, and what it may have. */
export interface AnyComponent {
	readonly type: number;
	readonly id?: number | undefined;
	readonly custom_id?: string | undefined;
	readonly content?: string | undefined;
	readonly label?: string | undefined;
	readonly placeholder?: string | undefined;
	readonly file?: Media | undefined;
	readonly media?: Media | undefined;
	readonly items?: readonly { readonly media: Media }[] | undefined;
	readonly components?: readonly AnyComponent[] | undefined;
	readonly accessory?: AnyComponent | undefined;
	readonly component?: AnyComponent | undefined;
}

interface Media {
	readonly url: string;
}

export interface Placed {
	readonly component: AnyComponent;
	readonly path: readonly PropertyKey[];
}

/** Every component of a message or a form, outer ones first. */
export function walk(components: readonly AnyComponent[], path: readonly PropertyKey[] = ['components']): Placed[] {
	return components.flatMap((component, index) => walkOne(component, [...path, index]));
}

function walkOne(component: AnyComponent, path: readonly PropertyKey[]): Placed[] {
	const { components = [], accessory, component: inner } = component;
	return [
		{ component, path },
		...walk(components, [...path, 'components']),
		...(accessory ? walkOne(accessory, [...path, 'accessory']) : []),
		...(inner ? walkOne(inner, [...path, 'component']) : []),
	];
}

/** Where a component names a picture or a file. */
export function mediaIn({
	component,
	path,
}: Placed): { readonly url: string; readonly path: readonly PropertyKey[] }[] {
	const { file, media, items = [] } = component;
	return [
		...(file ? [{ url: file.url, path: [...path, 'file', 'url'] }] : []),
		...(media ? [{ url: media.url, path: [...path, 'media', 'url'] }] : []),
		...items.map((item, index) => ({ url: item.media.url, path: [...path, 'items', index, 'media', 'url'] })),
	];
}

/** In a message of Components V2: https://docs.discord.com/developers/components/reference */
const mostComponents = 40;
/** Not on Discord's pages; what its refusals say. */
const mostText = 4000;
const mostRows = 5;

/** Makes the checks that the schema cannot make. `names`: the message's files. */
export function checkComponents(given: GivenComponents, flags: number, names: ReadonlySet<string>): Found[] {
	const isV2 = (flags & MessageFlags.IsComponentsV2) !== 0;
	const all = walk(given);
	return [...(isV2 ? checkV2(all) : checkRows(given)), ...checkIds(all), ...checkFiles(all, names)];
}

function checkV2(all: readonly Placed[]): Found[] {
	const path = ['components'];
	const characters = all.reduce((sum, { component }) => sum + displayed(component), 0);
	const found: Found[] = [];
	if (all.length > mostComponents) {
		const message = `The total number of components must not exceed ${mostComponents}`;
		found.push({ path, code: 'COMPONENT_MAX_TOTAL_COMPONENTS_EXCEEDED', message });
	}
	if (characters > mostText) {
		const message = `The total displayable text size of components exceeds the maximum size of ${mostText}`;
		found.push({ path, code: 'COMPONENT_DISPLAYABLE_TEXT_SIZE_EXCEEDED', message });
	}
	return found;
}

function displayed({ content = '', label = '', placeholder = '' }: AnyComponent): number {
	return content.length + label.length + placeholder.length;
}

function checkRows(given: GivenComponents): Found[] {
	const message = 'Value of field "type" must be one of (1,).';
	const found = given.flatMap(({ type }, index): Found[] =>
		type === ComponentType.ActionRow ? [] : [{ path: ['components', index], code: 'UNION_TYPE_CHOICES', message }],
	);
	const tooMany = 'Must be 5 or fewer in length.';
	if (given.length <= mostRows) return found;
	return [...found, { path: ['components'], code: 'BASE_TYPE_MAX_LENGTH', message: tooMany }];
}

/** Of a message's or a form's components. */
export function checkIds(all: readonly Placed[]): Found[] {
	const found: Found[] = [];
	const add = (at: number, key: string, code: string, message: string) =>
		found.push({ path: [...(all[at]?.path ?? []), key], code, message });
	noTwice(
		all,
		({ component }) => component.custom_id,
		(at) => add(at, 'custom_id', 'COMPONENT_CUSTOM_ID_DUPLICATED', 'Component custom id cannot be duplicated'),
	);
	noTwice(
		all,
		({ component }) => (component.id ? String(component.id) : undefined),
		(at) => add(at, 'id', 'COMPONENT_ID_DUPLICATED', 'Component id cannot be duplicated'),
	);
	return found;
}

function checkFiles(all: readonly Placed[], names: ReadonlySet<string>): Found[] {
	return all.flatMap(mediaIn).flatMap(({ url, path }) => {
		const name = url.startsWith('attachment://') ? url.slice('attachment://'.length) : undefined;
		if (name === undefined || names.has(name)) return [];
		const message = `The referenced attachment ("${url}") was not found`;
		return [{ path, code: 'UNFURLED_MEDIA_ITEM_REFERENCED_ATTACHMENT_NOT_FOUND', message }];
	});
}
