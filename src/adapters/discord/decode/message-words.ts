import {
	type APIEmbed,
	type APIMessage,
	type APIMessageSnapshotFields,
	ComponentType,
	EmbedType,
} from 'discord-api-types/v10';
import { quoted } from '../../intake/shared-message.ts';

/** The parts of a message that hold words. */
type Wordy = Pick<APIMessageSnapshotFields, 'content' | 'embeds'> &
	Partial<Pick<APIMessage, 'sticker_items' | 'poll' | 'components' | 'message_snapshots'>>;

/** Messages within messages, and components within components, that are read. */
const mostLevels = 10;

/** The words of a message in Discord's form: what was typed, and quoted what came along: forwarded messages, embeds, a poll, stickers. Pure. */
export function messageWords(message: Wordy, levels = mostLevels): string {
	const { content, embeds, sticker_items = [], poll, components = [], message_snapshots = [] } = message;
	const parts = [
		content,
		componentWords(components),
		...embeds.filter(isWritten).map((embed) => quote(embedWords(embed))),
		...(levels === 0 ? [] : message_snapshots).map(({ message: forwarded }) => forwardedWords(forwarded, levels - 1)),
		...(poll ? [pollWords(poll)] : []),
		...sticker_items.map(({ name }) => `(sticker: ${name})`),
	];
	return parts.filter((part) => part.trim() !== '').join('\n');
}

function forwardedWords(message: Wordy, levels: number): string {
	return `Forwarded message:\n${quote(messageWords(message, levels))}`;
}

function quote(text: string): string {
	return quoted(text.trim());
}

/** Previews of links are nobody's words. */
function isWritten({ type }: APIEmbed): boolean {
	return type === undefined || type === EmbedType.Rich;
}

function embedWords({ author, title, url, description, fields = [], footer }: APIEmbed): string {
	const head = title !== undefined && url !== undefined ? `${title} (${url})` : (title ?? url);
	const rows = fields.map(({ name, value }) => `${name}: ${value}`);
	return [author?.name, head, description, ...rows, footer?.text].filter((line) => line !== undefined).join('\n');
}

function pollWords({ question, answers }: NonNullable<APIMessage['poll']>): string {
	const choices = answers.map(({ poll_media }) => `- ${poll_media.text ?? ''}`);
	return [`Poll: ${question.text ?? ''}`, ...choices].join('\n');
}

/** The words of text displays among components. */
function componentWords(components: unknown, levels = mostLevels): string {
	if (!Array.isArray(components) || levels === 0) return '';
	return components
		.map((component: { type?: unknown; content?: unknown; components?: unknown }) =>
			component.type === ComponentType.TextDisplay
				? String(component.content)
				: componentWords(component.components, levels - 1),
		)
		.filter((text) => text !== '')
		.join('\n');
}
