import { z } from 'zod';

/** Composition objects of Block Kit; the limits are those of https://docs.slack.dev/reference/block-kit */
export const id = z.string().min(1).max(255);
export const url = z
	.string()
	.max(3000)
	.regex(/^https?:\/\//, 'is no URL');

export function plain(most: number) {
	return z.strictObject({
		type: z.literal('plain_text'),
		text: z.string().min(1).max(most),
		emoji: z.boolean().optional(),
	});
}

export function mrkdwn(most: number) {
	return z.strictObject({
		type: z.literal('mrkdwn'),
		text: z.string().min(1).max(most),
		verbatim: z.boolean().optional(),
	});
}

export function words(most: number) {
	return z.discriminatedUnion('type', [plain(most), mrkdwn(most)]);
}

export const confirm = z.strictObject({
	title: plain(100),
	text: words(300),
	confirm: plain(30),
	deny: plain(30),
	style: z.enum(['primary', 'danger']).optional(),
});

export const option = z.strictObject({
	text: plain(75),
	value: z.string().min(1).max(150),
	description: plain(75).optional(),
});

/** Of checkboxes and radio buttons. */
export const richOption = z.strictObject({
	text: words(75),
	value: z.string().min(1).max(150),
	description: words(75).optional(),
});

export const sources = z.array(z.strictObject({ type: z.literal('url'), url, text: z.string().min(1) }));

export const image = {
	image_url: url.optional(),
	slack_file: z.union([z.strictObject({ id: z.string() }), z.strictObject({ url })]).optional(),
	alt_text: z.string().min(1).max(2000),
};

const style = z
	.strictObject({
		bold: z.boolean().optional(),
		italic: z.boolean().optional(),
		strike: z.boolean().optional(),
		code: z.boolean().optional(),
		underline: z.boolean().optional(),
	})
	.optional();

const richElement = z.discriminatedUnion('type', [
	z.strictObject({ type: z.literal('text'), text: z.string().min(1), style }),
	z.strictObject({
		type: z.literal('link'),
		url: z.string().min(1),
		text: z.string().optional(),
		unsafe: z.boolean().optional(),
		style,
	}),
	z.strictObject({ type: z.literal('emoji'), name: z.string().min(1), unicode: z.string().optional(), style }),
	z.strictObject({ type: z.literal('user'), user_id: z.string(), style }),
	z.strictObject({ type: z.literal('channel'), channel_id: z.string(), style }),
	z.strictObject({ type: z.literal('usergroup'), usergroup_id: z.string(), style }),
	z.strictObject({ type: z.literal('broadcast'), range: z.enum(['here', 'channel', 'everyone']), style }),
	z.strictObject({
		type: z.literal('date'),
		timestamp: z.int(),
		format: z.string(),
		url: z.string().optional(),
		fallback: z.string().optional(),
		style,
	}),
]);
const border = z.union([z.literal(0), z.literal(1)]).optional();
const richSection = z.strictObject({ type: z.literal('rich_text_section'), elements: z.array(richElement) });

export const richText = z.strictObject({
	type: z.literal('rich_text'),
	block_id: id.optional(),
	elements: z
		.array(
			z.discriminatedUnion('type', [
				richSection,
				z.strictObject({
					type: z.literal('rich_text_list'),
					style: z.enum(['bullet', 'ordered']),
					elements: z.array(richSection),
					indent: z.int().min(0).max(8).optional(),
					offset: z.int().min(0).optional(),
					border,
				}),
				z.strictObject({ type: z.literal('rich_text_quote'), elements: z.array(richElement), border }),
				z.strictObject({
					type: z.literal('rich_text_preformatted'),
					elements: z.array(richElement),
					language: z.string().optional(),
					border,
				}),
			]),
		)
		.min(1),
});
