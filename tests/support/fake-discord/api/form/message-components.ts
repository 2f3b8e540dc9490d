import { ComponentType } from 'discord-api-types/v10';
import { z } from 'zod';
import { base, button, media, peopleSelects, stringSelect, textDisplay } from './component-parts.ts';
import { flag, int, list, refuse, text } from './fields.ts';

const inRow = z.discriminatedUnion('type', [button, stringSelect, ...peopleSelects]);

const row = z
	.strictObject({ ...base, type: z.literal(ComponentType.ActionRow), components: list(inRow, 1, 5) })
	.superRefine(({ components }, context) => {
		const selects = components.filter(({ type }) => type !== ComponentType.Button).length;
		if (selects === 0 || components.length === 1) return;
		const message = 'The specified component exceeds the maximum width';
		refuse(context, 'COMPONENT_LAYOUT_WIDTH_EXCEEDED', message, ['components', components.length - 1]);
	});

const described = { description: text(1, 1024).nullish(), spoiler: flag.optional() };

const thumbnail = z.strictObject({ ...base, type: z.literal(ComponentType.Thumbnail), media, ...described });

const section = z.strictObject({
	...base,
	type: z.literal(ComponentType.Section),
	components: list(z.discriminatedUnion('type', [textDisplay]), 1, 3),
	accessory: z.discriminatedUnion('type', [button, thumbnail]),
});

const gallery = z.strictObject({
	...base,
	type: z.literal(ComponentType.MediaGallery),
	items: list(z.strictObject({ media, ...described }), 1, 10),
});

const file = z
	.strictObject({
		...base,
		type: z.literal(ComponentType.File),
		file: media,
		spoiler: flag.optional(),
		name: z.string().optional(),
		size: z.int().optional(),
	})
	.superRefine((value, context) => {
		if (value.file.url.startsWith('attachment://')) return;
		refuse(context, 'URL_TYPE_INVALID_SCHEME', "Scheme must be one of ('attachment',).", ['file', 'url']);
	});

const separator = z.strictObject({
	...base,
	type: z.literal(ComponentType.Separator),
	divider: flag.optional(),
	spacing: int(1, 2).optional(),
});

const inContainer = [row, textDisplay, section, gallery, file, separator] as const;

const container = z.strictObject({
	...base,
	type: z.literal(ComponentType.Container),
	components: list(z.discriminatedUnion('type', inContainer), 1, 40),
	accent_color: int(0, 0xffffff).nullish(),
	spoiler: flag.optional(),
});

/** All that a message may hold. What depends on its flags and files, `checkComponents` sees to. */
export const messageComponents = z.array(z.discriminatedUnion('type', [...inContainer, container]));

export type GivenComponents = z.output<typeof messageComponents>;
