import { type APIAllowedMentions, type APIEmbed, MessageFlags } from 'discord-api-types/v10';
import type { StoredMessage } from '../../records.ts';
import type { World } from '../../world.ts';
import { type Found, invalidForm, refusal, treeOf } from '../api-error.ts';
import { checkComponents } from '../form/check-components.ts';
import { storedEmbeds as givenEmbeds } from '../form/embed.ts';
import type { MessageForm } from '../form/message-body.ts';
import type { GivenComponents } from '../form/message-components.ts';
import type { UploadedFile } from '../route.ts';
import { attachmentsOf, cleanName, type MessageFiles, readFiles, storeFiles } from './message-files.ts';
import { byName, namesShown, storedComponents, storedEmbeds } from './stored-parts.ts';
import { wordsOf } from './words.ts';

export interface DraftGiven {
	readonly world: World;
	readonly channel: string;
	readonly form: MessageForm;
	readonly files: readonly UploadedFile[];
	/** The message that is edited. */
	readonly before?: StoredMessage | undefined;
	/** Bytes of one file. */
	readonly fileLimit: number;
	readonly ephemeral?: boolean;
}

/** A message's content, once it is checked and stored. */
export type Draft = Pick<
	StoredMessage,
	'content' | 'embeds' | 'components' | 'attachments' | 'flags' | 'allowedMentions'
>;

/**
 * A message's new content. Throws what Discord refuses: 50035 with its tree, 50006 for nothing to show, 40005, 200000 and 240000.
 * Nothing is stored then.
 */
export function draft(given: DraftGiven): Draft {
	const { world, form, before } = given;
	const flags = flagsOf(given);
	const { content = before?.content ?? '', embeds, components } = partsOf(form);
	const files = readFiles({ ...given, listed: form.attachments, before, limit: given.fileLimit });
	refuseIf([
		...checkFlags(given, flags),
		...checkLegacy(flags, content, embeds ?? before?.embeds ?? []),
		...(components ? checkComponents(components, flags, namesOf(files)) : []),
		...checkEmbeds(embeds ?? [], namesOf(files)),
		...checkShown(flags, files, components ?? [], embeds ?? []),
		...files.found,
	]);
	const names = files.added.map(({ name }) => name);
	checkAutoMod(world, [content, ...wordsOf(components ?? []), JSON.stringify(embeds ?? []), ...names].join('\n'));
	return store(given, { content, embeds, components, files, flags });
}

/** A part that is not given stays; null empties it. */
function partsOf({ content, embeds, components }: MessageForm) {
	return {
		content: content === undefined ? undefined : (content ?? '').trim(),
		embeds: embeds === undefined ? undefined : givenEmbeds(embeds ?? []),
		components: components === undefined ? undefined : (components ?? []),
	};
}

interface Parts {
	readonly content: string;
	readonly embeds: APIEmbed[] | undefined;
	readonly components: GivenComponents | undefined;
	readonly files: MessageFiles;
	readonly flags: number;
}

function store({ world, channel, form, before, ephemeral = false }: DraftGiven, parts: Parts): Draft {
	const { content, embeds, components, files, flags } = parts;
	refuseEmpty(parts, before);
	const stored = storeFiles(world, channel, files.added, ephemeral);
	const all = [...files.kept, ...stored];
	const named = byName(all);
	const shown = namesShown(components ?? [], embeds ?? []);
	const shownBefore = stillShown(world, before, parts);
	const listed = all.filter(({ id, name }) => !shown.has(name) && !shownBefore.has(id));
	return {
		...{ content, flags },
		embeds: embeds ? storedEmbeds(world, embeds, named) : (before?.embeds ?? []),
		components: components ? storedComponents(world, components, named) : (before?.components ?? []),
		attachments: (flags & MessageFlags.IsComponentsV2) === 0 ? listed.map(({ id }) => id) : [],
		allowedMentions: (form.allowed_mentions ?? undefined) as APIAllowedMentions | undefined,
	};
}

/** Files that parts show which this edit leaves as they are. */
function stillShown(world: World, before: StoredMessage | undefined, { components, embeds }: Parts): Set<string> {
	if (!before) return new Set();
	const left = { ...before, attachments: [], components: components ? [] : before.components };
	const shown = attachmentsOf(world, { ...left, embeds: embeds ? [] : before.embeds });
	return new Set(shown.map(({ id }) => id));
}

function flagsOf({ form, before }: DraftGiven): number {
	if (!before) return form.flags ?? 0;
	const kept = before.flags & ~MessageFlags.SuppressEmbeds;
	return form.flags === undefined || form.flags === null ? before.flags : kept | form.flags;
}

function checkFlags({ world, form, before }: DraftGiven, flags: number): Found[] {
	const v2 = MessageFlags.IsComponentsV2;
	const path = ['flags'];
	const given = form.flags ?? undefined;
	if (before && given !== undefined && (before.flags & v2) !== 0 && (given & v2) === 0) {
		const message = 'The IS_COMPONENTS_V2 flag cannot be removed from a message';
		return [{ path, code: 'MESSAGE_CANNOT_REMOVE_COMPONENTS_V2_FLAG', message }];
	}
	if (!world.options.withoutComponentsV2 || (flags & v2) === 0) return [];
	return [{ path, code: 'MESSAGE_FLAGS_INVALID', message: 'IS_COMPONENTS_V2 cannot be used here' }];
}

function checkLegacy(flags: number, content: string, embeds: readonly APIEmbed[]): Found[] {
	if ((flags & MessageFlags.IsComponentsV2) === 0) return [];
	const used = [...(content === '' ? [] : ['content']), ...(embeds.length === 0 ? [] : ['embeds'])];
	return used.map((field) => ({
		path: [field],
		code: 'MESSAGE_CANNOT_USE_LEGACY_FIELDS_WITH_COMPONENTS_V2',
		message: `The '${field}' field cannot be used when using MessageFlags.IS_COMPONENTS_V2`,
	}));
}

/** An embed whose picture was not sent shows none: whoever sends one has made a mistake. */
function checkEmbeds(embeds: readonly APIEmbed[], names: ReadonlySet<string>): Found[] {
	const missing = [...namesShown([], embeds)].filter((name) => !names.has(name));
	return missing.map((name) => {
		const message = `There is no file "${name}" for "attachment://${name}".`;
		return { path: ['embeds'], code: 'FAKE_ATTACHMENT_NOT_FOUND', message };
	});
}

/** Discord shows no file of a V2 message that no component names: whoever sends one has made a mistake. */
function checkShown(
	flags: number,
	{ added }: MessageFiles,
	components: GivenComponents,
	embeds: readonly APIEmbed[],
): Found[] {
	if ((flags & MessageFlags.IsComponentsV2) === 0) return [];
	const shown = namesShown(components, embeds);
	const hidden = added.filter(({ name }) => !shown.has(cleanName(name)));
	return hidden.map(({ name }) => {
		const message = `No component names the file "${name}": nobody would see it.`;
		return { path: ['attachments'], code: 'FAKE_ATTACHMENT_NOT_SHOWN', message };
	});
}

function namesOf({ kept, added }: MessageFiles): Set<string> {
	return new Set([...kept.map(({ name }) => name), ...added.flatMap(({ name }) => [name, cleanName(name)])]);
}

function refuseIf(found: readonly Found[]): void {
	if (found.length > 0) throw invalidForm(treeOf(found));
}

function refuseEmpty({ content, embeds, components, files }: Parts, before: StoredMessage | undefined): void {
	const left = [embeds ?? before?.embeds ?? [], components ?? before?.components ?? [], files.kept, files.added];
	if (content === '' && left.every(({ length }) => length === 0)) throw refusal(50006);
}

function checkAutoMod(world: World, words: string): void {
	const rule = world.options.autoMod.find(({ contains }) => words.includes(contains));
	if (rule) throw refusal(rule.code);
}
