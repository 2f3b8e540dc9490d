import {
	type APIApplicationCommand,
	type APIApplicationCommandOption,
	ApplicationCommandOptionType,
	ApplicationCommandType,
	InteractionType,
} from 'discord-api-types/v10';
import { addInteraction, type NewInteraction } from '../interactions.ts';
import type { StoredInteraction, StoredMessage } from '../records.ts';
import { wireFullMessage } from '../wire/wire-message.ts';
import { interactionOf, messageOf, type World } from '../world.ts';
import { fillForm } from './fill-form.ts';
import { fillOptions, type SentOption } from './fill-options.ts';
import { findCommand, type OfferedCommand, optionsOf } from './find-command.ts';
import { checkSeen, checkValues, type FoundComponent, findComponent, isButton } from './find-component.ts';
import type { InteractionSeen, Using } from './person.ts';
import { createResolver, type Resolved } from './resolved.ts';
import { seeInteraction } from './see-interaction.ts';

export function createUsing(world: World, user: string): Using {
	const use = async (given: Omit<NewInteraction, 'user'>): Promise<InteractionSeen> => {
		const interaction = addInteraction(world, { ...given, user });
		await interaction.settled;
		return seeInteraction(world, interaction);
	};
	const onMessage = (message: StoredMessage, component: FoundComponent, data: object) => {
		const { id, type: component_type, custom_id } = component;
		return use({
			...{ type: InteractionType.MessageComponent, channel: message.channel, message: message.id },
			data: { ...(id === undefined ? {} : { id }), component_type, custom_id, ...data },
			more: { message: wireFullMessage(world, message) },
			byUserInstall: cameWithUser(world, message.interaction),
		});
	};
	return {
		async slash(name, subcommand, { options: values = {} }, channel) {
			const offered = findCommand(world, { user, channel, name, type: ApplicationCommandType.ChatInput });
			const { sent, resolved } = fillOptions(world, optionsOf(offered.command, subcommand), { user, channel, values });
			const data = commandData(offered.command, nest(offered.command, subcommand, sent), resolved);
			return use({ type: InteractionType.ApplicationCommand, channel, data, ...came(offered) });
		},
		async autocomplete(name, subcommand, { option, value, others = {} }, channel) {
			const offered = findCommand(world, { user, channel, name, type: ApplicationCommandType.ChatInput });
			const all = optionsOf(offered.command, subcommand);
			const focused = focus(all, option, value);
			const started = all.filter((one) => others[one.name] !== undefined).map(optional);
			const { sent, resolved } = fillOptions(world, started, { user, channel, values: others });
			const data = commandData(offered.command, nest(offered.command, subcommand, [...sent, focused]), resolved);
			return use({ type: InteractionType.ApplicationCommandAutocomplete, channel, data, ...came(offered) });
		},
		async messageCommand(name, id) {
			const message = messageOf(world, id);
			checkSeen(world, user, message);
			const { channel } = message;
			const offered = findCommand(world, { user, channel, name, type: ApplicationCommandType.Message });
			const resolved = { messages: { [id]: wireFullMessage(world, message) } };
			const data = { ...commandData(offered.command, undefined, resolved as Resolved), target_id: id };
			return use({ type: InteractionType.ApplicationCommand, channel, data, ...came(offered) });
		},
		async click(id, customId) {
			const message = messageOf(world, id);
			const component = findComponent(world, user, message, customId);
			if (!isButton(component)) throw new Error(`"${customId}" is no button`);
			return onMessage(message, component, {});
		},
		async choose(id, customId, values) {
			const message = messageOf(world, id);
			const component = findComponent(world, user, message, customId);
			if (isButton(component)) throw new Error(`"${customId}" is no select`);
			checkValues(component, values);
			const resolver = createResolver(world, message.channel);
			if (!component.options) values.forEach(resolver.thing);
			return onMessage(message, component, { values, ...(component.options ? {} : { resolved: resolver.resolved }) });
		},
		async submit({ interaction: id }, values) {
			const opened = interactionOf(world, id);
			const modal = takeModal(opened, user);
			const resolver = createResolver(world, opened.channel);
			const components = fillForm(modal, values, resolver);
			submitted.add(opened);
			const origin = opened.message === undefined ? undefined : world.messages.get(opened.message);
			return use({
				...{ type: InteractionType.ModalSubmit, channel: opened.channel, byUserInstall: opened.byUserInstall },
				data: { custom_id: modal.custom_id, components, resolved: resolver.resolved },
				...(origin ? { message: origin.id, more: { message: wireFullMessage(world, origin) } } : {}),
			});
		},
	};
}

/** Whose form was sent: the window is closed. */
const submitted = new WeakSet<StoredInteraction>();

function takeModal(opened: StoredInteraction, user: string) {
	const modal = opened.response?.modal;
	if (!modal || opened.user !== user)
		throw new Error(`"${user}" has no form of interaction "${opened.id}" before them`);
	if (submitted.has(opened)) throw new Error(`The form "${modal.custom_id}" was sent already`);
	return modal;
}

function came({ byUserInstall }: OfferedCommand): Pick<NewInteraction, 'byUserInstall'> {
	return { byUserInstall };
}

function cameWithUser(world: World, interaction: string | undefined): boolean {
	return world.interactions.get(interaction ?? '')?.byUserInstall ?? false;
}

function commandData(
	{ id, name, type, guild_id }: APIApplicationCommand,
	options: readonly SentOption[] | undefined,
	resolved: Resolved,
): object {
	return {
		...{ id, name, type, ...(guild_id === undefined ? {} : { guild_id }) },
		...(options && options.length > 0 ? { options } : {}),
		...(Object.keys(resolved).length > 0 ? { resolved } : {}),
	};
}

/** Puts options under their subcommand and group. */
function nest(
	{ options = [] }: APIApplicationCommand,
	subcommand: string | undefined,
	sent: readonly SentOption[],
): readonly SentOption[] {
	const [first, second] = subcommand?.split(' ') ?? [];
	if (first === undefined) return sent;
	const { Subcommand, SubcommandGroup } = ApplicationCommandOptionType;
	if (second === undefined) return [{ name: first, type: Subcommand, options: sent }];
	const group = options.find(({ name }) => name === first);
	return [
		{ name: first, type: group?.type ?? SubcommandGroup, options: [{ name: second, type: Subcommand, options: sent }] },
	];
}

function focus(options: readonly APIApplicationCommandOption[], name: string, value: string): SentOption {
	const option = options.find((one) => one.name === name);
	if (!option || !('autocomplete' in option) || !option.autocomplete) {
		throw new Error(`Option "${name}" offers nothing while it is typed`);
	}
	// As typed: even a number's is a text.
	return { name, type: option.type, value, focused: true };
}

function optional(option: APIApplicationCommandOption): APIApplicationCommandOption {
	return { ...option, required: false } as APIApplicationCommandOption;
}
