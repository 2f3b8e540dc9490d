import type { WireMessage } from '../wire-types.ts';

// Some 1,600 tokens, whatever its bytes are: OpenAI and Anthropic count 1,500 to 1,600 for a large one
// (https://docs.claude.com/en/docs/build-with-claude/vision, https://platform.openai.com/docs/guides/images-vision).
const ofPicture = 3_200;

/** How long messages are for a model: their characters, as JSON, and a fixed number for each picture. Pure. */
export function charactersOf(messages: readonly WireMessage[]): number {
	let pictures = 0;
	const text = textOf(messages, () => {
		pictures += 1;
	});
	return text.length + pictures * ofPicture;
}

/** Messages as JSON, without their pictures. Pure. */
export function textOf(messages: readonly WireMessage[], onPicture?: () => void): string {
	return JSON.stringify(messages, (_, value) => {
		if (value?.type !== 'image_url') return value;
		onPicture?.();
		return undefined;
	});
}
