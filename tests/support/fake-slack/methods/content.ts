import { z } from 'zod';
import { ApiError, type Call, flag, json, jsonList, jsonObject, requireScope, text } from '../api/method.ts';
import { checkMessageBlocks } from '../blocks/check-blocks.ts';
import type { Json } from '../world.ts';

/** The arguments that a message can be made of. */
export const contentArgs = {
	text: text.optional(),
	blocks: jsonList.optional(),
	markdown_text: text.optional(),
	parse: z.enum(['full', 'none']).optional(),
	link_names: flag.optional(),
};

/** Under which name it appears. */
export const authorArgs = { username: text.optional(), icon_emoji: text.optional(), icon_url: text.optional() };

export const metadataArg = { metadata: jsonObject.optional() };

/** A channel, or the DM of a person. */
export const channelArg = { channel: text };

interface ContentArgs {
	readonly text?: string | undefined;
	readonly blocks?: readonly Json[] | undefined;
	readonly markdown_text?: string | undefined;
	readonly parse?: string | undefined;
	readonly link_names?: boolean | undefined;
}

/** The parts that are stored; undefined: not named. */
export interface Content {
	readonly text: string | undefined;
	readonly blocks: readonly Json[] | undefined;
	readonly linksNames: boolean;
}

/** Of `markdown_text`, and of a markdown block. */
export const mostMarkdown = 12_000;
/** A longer text is cut off; https://docs.slack.dev/reference/methods/chat.postMessage */
const mostText = 40_000;

/** Throws `no_text`, `msg_too_long`, `markdown_text_conflict`, `invalid_blocks`, `msg_blocks_too_long`. */
export function contentOf({ world }: Call, args: ContentArgs): Content {
	const linksNames = args.parse === 'full' || args.link_names === true;
	if (args.markdown_text !== undefined) return { ...markdownOf(args, args.markdown_text), linksNames };
	const { blocks } = args;
	if (!args.text && (blocks ?? []).length === 0) throw new ApiError('no_text');
	return {
		text: args.text?.slice(0, mostText),
		blocks: blocks && checkMessageBlocks(world, blocks),
		linksNames,
	};
}

function markdownOf({ text: words, blocks }: ContentArgs, markdown: string): Omit<Content, 'linksNames'> {
	if (words !== undefined || blocks !== undefined) throw new ApiError('markdown_text_conflict');
	if (markdown.length > mostMarkdown) throw new ApiError('msg_too_long');
	if (markdown === '') throw new ApiError('no_text');
	return { text: markdown, blocks: [{ type: 'markdown', text: markdown }] };
}

const metadataSchema = json(
	z.strictObject({ event_type: z.string().min(1), event_payload: z.record(z.string(), z.unknown()) }),
);

/** An empty object takes the metadata away. Throws `invalid_metadata_format`. */
export function checkMetadata(metadata: Json | undefined): Json | undefined {
	if (metadata === undefined || Object.keys(metadata).length === 0) return metadata;
	const parsed = metadataSchema.safeParse(metadata);
	if (!parsed.success) throw new ApiError('invalid_metadata_format');
	return metadata;
}

/** Another name or picture needs a scope of its own. */
export function checkAuthor(call: Call, args: { readonly [K in keyof typeof authorArgs]?: string | undefined }): void {
	if (args.username ?? args.icon_emoji ?? args.icon_url) requireScope(call, 'chat:write.customize');
}
