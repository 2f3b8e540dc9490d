import { expect } from 'vitest';
import type { Answer } from '../../../../src/adapters/slack/render/answer.ts';
import type { RenderedMessage } from '../../../../src/adapters/slack/render/rendered-message.ts';
import { checkMessageBlocks, checkViewBlocks } from '../../../support/fake-slack/blocks/check-blocks.ts';
import { pingsOfBlocks, pingsOfText } from '../../../support/fake-slack/blocks/words.ts';
import { createWorld } from '../../../support/fake-slack/create-world.ts';
import type { Json } from '../../../support/fake-slack/world.ts';

/** The message, after Slack's checks of its blocks, and of the length of its text. */
export function checked(message: RenderedMessage): RenderedMessage {
	checkMessageBlocks(createWorld({}), message.blocks.map(asJson));
	expect(message.text.length).toBeGreaterThan(0);
	expect(message.text.length).toBeLessThanOrEqual(4000);
	return message;
}

/** The blocks of a modal or of the home tab, after Slack's checks. */
export function checkedView<T extends { readonly blocks: readonly object[] }>(view: T): T {
	checkViewBlocks(createWorld({}), view.blocks.map(asJson));
	return view;
}

/** Whom a message pings, in both of its forms. */
export function pingsOf({ blocks, text }: RenderedMessage): string[] {
	return [...pingsOfBlocks(blocks.map(asJson)), ...pingsOfText(text)];
}

/** All messages of an answer. */
export function messagesOf(answer: Answer): readonly RenderedMessage[] {
	return (answer.kind === 'file' ? [answer.summary] : answer.messages).map(checked);
}

function asJson(block: object): Json {
	return { ...block } as Json;
}
