import { MessageFlags, InteractionResponseType as Type } from 'discord-api-types/v10';
import { see } from '../look.ts';
import type { StoredInteraction } from '../records.ts';
import type { SeenMessage } from '../seen.ts';
import type { World } from '../world.ts';
import { fieldsOf } from './modal-fields.ts';
import type { InteractionSeen, ModalSeen } from './person.ts';

/** The response to an interaction; asks the world anew each time. */
export function seeInteraction(world: World, interaction: StoredInteraction): InteractionSeen {
	const message = (id: string | undefined): SeenMessage | undefined => {
		const found = id === undefined ? undefined : world.messages.get(id);
		return found && see(world, found);
	};
	return {
		id: interaction.id,
		get answeredAt() {
			return interaction.response?.at;
		},
		get type() {
			return interaction.response?.type;
		},
		get deferred() {
			return isDeferred(interaction);
		},
		get thinking() {
			return isLoading(message(interaction.original));
		},
		get ephemeral() {
			return message(interaction.original)?.ephemeralTo !== undefined || interaction.response?.ephemeral === true;
		},
		get response() {
			const original = message(interaction.original);
			return isLoading(original) ? undefined : original;
		},
		get followUps() {
			return interaction.followUps.map(message).filter((one) => one !== undefined);
		},
		get modal() {
			return modalOf(interaction);
		},
		get choices() {
			return (interaction.response?.choices ?? []).map(({ name, value }) => ({ name, value }));
		},
	};
}

function isLoading(message: SeenMessage | undefined): boolean {
	return ((message?.flags ?? 0) & MessageFlags.Loading) !== 0;
}

function isDeferred({ response }: StoredInteraction): boolean {
	return response?.type === Type.DeferredChannelMessageWithSource || response?.type === Type.DeferredMessageUpdate;
}

function modalOf({ id, response }: StoredInteraction): ModalSeen | undefined {
	const { modal } = response ?? {};
	return modal && { interaction: id, customId: modal.custom_id, title: modal.title, fields: fieldsOf(modal) };
}
