import type { APIEmbed } from 'discord-api-types/v10';
import { z } from 'zod';
import { flag, int, link, list, mediaUrl, refuse, text } from './fields.ts';

/** https://docs.discord.com/developers/resources/message#embed-object-embed-limits */
const picture = z.strictObject({
	url: mediaUrl,
	proxy_url: z.string().optional(),
	height: z.int().optional(),
	width: z.int().optional(),
});

const field = z.strictObject({ name: text(1, 256), value: text(1, 1024), inline: flag.optional() });

const embed = z
	.strictObject({
		title: text(0, 256).optional(),
		type: z.string().optional(),
		description: text(0, 4096).optional(),
		url: link(2048).optional(),
		timestamp: z.string().optional(),
		color: int(0, 0xffffff).optional(),
		footer: z
			.strictObject({ text: text(1, 2048), icon_url: mediaUrl.optional(), proxy_icon_url: z.string().optional() })
			.optional(),
		image: picture.optional(),
		thumbnail: picture.optional(),
		author: z
			.strictObject({
				name: text(1, 256),
				url: link(2048).optional(),
				icon_url: mediaUrl.optional(),
				proxy_icon_url: z.string().optional(),
			})
			.optional(),
		fields: list(field, 0, 25).optional(),
	})
	.superRefine((value, context) => {
		if (Object.keys(value).every((key) => key === 'type' || key === 'color')) {
			refuse(context, 'BASE_TYPE_REQUIRED', 'This field is required', ['description']);
		}
	});

type Embed = z.output<typeof embed>;

/** Ten at most, 6,000 characters in all. */
export const embeds = list(embed, 0, 10).superRefine((values, context) => {
	if (values.reduce((sum, value) => sum + lengthOf(value), 0) <= 6000) return;
	refuse(context, 'MAX_EMBED_SIZE_EXCEEDED', 'Embed size exceeds maximum size of 6000');
});

function lengthOf({ title = '', description = '', footer, author, fields = [] }: Embed): number {
	const inFields = fields.reduce((sum, { name, value }) => sum + name.length + value.length, 0);
	return title.length + description.length + (footer?.text.length ?? 0) + (author?.name.length ?? 0) + inFields;
}

/** As messages keep them. */
export function storedEmbeds(values: readonly Embed[]): APIEmbed[] {
	return values.map((value) => ({ ...value, type: 'rich' }) as APIEmbed);
}
