import type { APIModalInteractionResponseCallbackData } from 'discord-api-types/v10';
import { expect } from 'vitest';
import { bodyOf } from '../../../../src/adapters/discord/api/message-body.ts';
import { readCustomId } from '../../../../src/adapters/discord/custom-ids.ts';
import type { Answer } from '../../../../src/adapters/discord/render/answer.ts';
import type { DiscordMessage } from '../../../../src/adapters/discord/render/discord-message.ts';
import type { TextMessage } from '../../../../src/adapters/discord/render/text-message.ts';
import { type AnyComponent, checkComponents, walk } from '../../../support/fake-discord/api/form/check-components.ts';
import { createBody } from '../../../support/fake-discord/api/form/message-body.ts';
import { modal } from '../../../support/fake-discord/api/form/modal.ts';
import { readForm } from '../../../support/fake-discord/api/form/read-form.ts';

/** What is in a text for people: without our markers. */
export function seen(text: string): string {
	return text.replaceAll(/[\u200b-\u200d\u2060-\u2064]/g, '');
}

/** The message, after Discord's checks of all that it holds; there is something to see in it, and what it offers is ours. */
export function checked<M extends DiscordMessage>(message: M): M {
	const body = readForm(createBody, JSON.parse(JSON.stringify(bodyOf(message))));
	expect(checkComponents(body.components ?? [], body.flags ?? 0, new Set())).toEqual([]);
	expect(seen(textsOf(message).join('')).trim()).not.toBe('');
	for (const id of customIdsOf(message)) expect(readCustomId(id)).toBeDefined();
	return message;
}

export function checkedModal(form: APIModalInteractionResponseCallbackData): APIModalInteractionResponseCallbackData {
	readForm(modal, JSON.parse(JSON.stringify(form)));
	return form;
}

export function componentsOf({ components = [] }: DiscordMessage): readonly AnyComponent[] {
	return walk(components as readonly AnyComponent[]).map(({ component }) => component);
}

export function customIdsOf(message: DiscordMessage): string[] {
	return componentsOf(message).flatMap(({ custom_id }) => custom_id ?? []);
}

/** All its words, markers and all. */
export function textsOf(message: DiscordMessage): string[] {
	switch (message.kind) {
		case 'text':
			return [message.markdown];
		case 'components':
			return componentsOf(message).flatMap(({ content }) => content ?? []);
		case 'embed':
			return [message.embed.description ?? ''];
	}
}

/** All messages of an answer. */
export function messagesOf(answer: Answer): readonly TextMessage[] {
	return (answer.kind === 'file' ? [answer.summary] : answer.messages).map(checked);
}

/** Whether every three backticks that could begin code in Discord begin or end some. */
export function hasWholeFences(text: string): boolean {
	const words = text.replaceAll(/\\`/g, '');
	return !words.replaceAll(/```(?:[\w+#.-]*\n)?[\s\S]+?```/g, '').includes('```');
}
