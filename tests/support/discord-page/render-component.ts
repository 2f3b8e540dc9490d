import { type APIMessageTopLevelComponent, ButtonStyle, ComponentType } from 'discord-api-types/v10';
import type { SeenAttachment } from '../fake-discord/seen.ts';
import { escapeHtml } from '../page/escape-html.ts';
import { renderAttachment } from './render-attachment.ts';
import type { NameOf } from './render-inline.ts';
import { renderMarkdown } from './render-markdown.ts';

type Json = Readonly<Record<string, unknown>>;

/** The files and people that components refer to. */
export interface Surroundings {
	readonly attachments: readonly SeenAttachment[];
	readonly nameOf: NameOf;
}

/** A component of a message as HTML. Throws for a kind that it does not know, so that nothing is left out in silence. Pure. */
export function renderComponent(component: APIMessageTopLevelComponent | Json, around: Surroundings): string {
	const json: Json = { ...component };
	const inner = (value: unknown) => listOf(value).map((one) => renderComponent(one, around));
	switch (json['type']) {
		case ComponentType.ActionRow:
			return `<div class="row">${inner(json['components']).join('')}</div>`;
		case ComponentType.Button:
			return renderButton(json);
		case ComponentType.StringSelect:
			return `<div class="select">${textOf(json['placeholder'] ?? 'Make a selection')}<span>▾</span></div>${listOf(json['options']).map(renderOption).join('')}`;
		case ComponentType.Section:
			return `<div class="section"><div>${inner(json['components']).join('')}</div>${inner([json['accessory']]).join('')}</div>`;
		case ComponentType.TextDisplay:
			return `<div class="text">${renderMarkdown(String(json['content']), around.nameOf)}</div>`;
		case ComponentType.Thumbnail:
			return `<div class="thumb">${renderMedia(json['media'], around)}</div>`;
		case ComponentType.MediaGallery:
			return `<div class="gallery">${listOf(json['items'])
				.map((one) => renderMedia(one['media'], around))
				.join('')}</div>`;
		case ComponentType.File:
			return renderMedia(json['file'], around);
		case ComponentType.Separator:
			return json['divider'] === false ? '<div class="gap"></div>' : '<hr>';
		case ComponentType.Container:
			return `<div class="container" ${edge(json['accent_color'])}>${inner(json['components']).join('')}</div>`;
		default:
			throw new Error(`Cannot draw a component of the type "${String(json['type'])}"`);
	}
}

const buttonClasses: Readonly<Record<number, string>> = {
	[ButtonStyle.Primary]: 'primary',
	[ButtonStyle.Success]: 'success',
	[ButtonStyle.Danger]: 'danger',
};

function renderButton({ style, label, emoji, disabled }: Json): string {
	const sign = isJson(emoji) ? textOf(emoji['name']) : '';
	const look = `${buttonClasses[Number(style)] ?? ''}${disabled === true ? ' disabled' : ''}`;
	return `<button class="${look}">${[sign, textOf(label)].filter(Boolean).join(' ')}</button>`;
}

function renderOption({ label, description }: Json): string {
	return `<div class="option">${textOf(label)}<small>${textOf(description)}</small></div>`;
}

/** A bar at the left, as containers and embeds have one. */
export function edge(color: unknown): string {
	return typeof color === 'number' ? `style="border-left-color:#${color.toString(16).padStart(6, '0')}"` : '';
}

/** The file that `attachment://name` refers to. */
function renderMedia(media: unknown, { attachments }: Surroundings): string {
	const url = isJson(media) ? String(media['url']) : '';
	const found = attachments.find((one) => url === `attachment://${one.name}` || url === one.url);
	return found ? renderAttachment(found) : `<div class="file">${escapeHtml(url)}</div>`;
}

function textOf(value: unknown): string {
	return value === undefined || value === null ? '' : escapeHtml(String(value));
}

function listOf(value: unknown): readonly Json[] {
	return Array.isArray(value) ? value : [];
}

function isJson(value: unknown): value is Json {
	return typeof value === 'object' && value !== null;
}
