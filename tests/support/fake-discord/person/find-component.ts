import { type APIButtonComponentWithCustomId, ComponentType } from 'discord-api-types/v10';
import { may } from '../permissions.ts';
import type { StoredMessage } from '../records.ts';
import { channelOf, type World } from '../world.ts';

/** A component that somebody can press or choose from. */
export interface FoundComponent {
	readonly id?: number;
	readonly type: ComponentType;
	readonly custom_id: string;
	readonly disabled?: boolean;
	readonly options?: readonly { readonly value: string; readonly label: string }[];
	readonly min_values?: number;
	readonly max_values?: number;
}

/** Everything in a message or a form that has a custom id, at any depth. */
export function usable(components: readonly unknown[]): FoundComponent[] {
	return components.flatMap((component) => {
		const inner = component as FoundComponent & {
			readonly components?: readonly unknown[];
			readonly component?: unknown;
			readonly accessory?: unknown;
		};
		const below = [...(inner.components ?? []), inner.component, inner.accessory].filter((one) => one !== undefined);
		return [...(inner.custom_id === undefined ? [] : [inner]), ...usable(below)];
	});
}

/** Throws when this person does not see it, or when it is disabled. */
export function findComponent(world: World, user: string, message: StoredMessage, customId: string): FoundComponent {
	checkSeen(world, user, message);
	const all = usable(message.components);
	const found = all.find((component) => component.custom_id === customId);
	if (!found) {
		const there = all.map((component) => `"${component.custom_id}"`).join(', ');
		throw new Error(`Nobody can use "${customId}" of message "${message.id}": there is ${there || 'nothing'}`);
	}
	if (found.disabled) throw new Error(`Nobody can use "${customId}" of message "${message.id}": it is disabled`);
	return found;
}

export function isButton({ type }: FoundComponent): boolean {
	return type === (ComponentType.Button satisfies APIButtonComponentWithCustomId['type']);
}

/** Throws for somebody who does not see the message. */
export function checkSeen(world: World, user: string, { id, channel, ephemeralTo }: StoredMessage): void {
	const { guild, recipient } = channelOf(world, channel);
	const hidden = ephemeralTo !== undefined && ephemeralTo !== user;
	const outside = guild === undefined ? recipient !== user : !may(world, channel, user, 'ViewChannel');
	if (hidden || outside) throw new Error(`"${user}" does not see message "${id}"`);
}

/** Throws for values that a select does not take. */
export function checkValues(component: FoundComponent, values: readonly string[]): void {
	const { custom_id: id, min_values: min = 1, max_values: max = 1, options } = component;
	const strange = options && values.find((value) => !options.some((option) => option.value === value));
	if (strange !== undefined) {
		throw new Error(`"${id}" does not offer "${strange}": ${options?.map(({ value }) => value).join(', ')}`);
	}
	if (values.length < min || values.length > max) {
		throw new Error(`"${id}" takes ${min} to ${max} values, not ${values.length}`);
	}
}
