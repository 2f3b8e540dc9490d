import { MessageFlags } from 'discord-api-types/v10';
import { timestampOf } from '../fake-discord/clock.ts';
import type { SeenMessage } from '../fake-discord/seen.ts';
import { escapeHtml } from '../page/escape-html.ts';
import { renderAttachment } from './render-attachment.ts';
import { renderComponent } from './render-component.ts';
import { renderEmbed } from './render-embed.ts';
import { type NameOf, renderInline } from './render-inline.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Who is who in a conversation. */
export interface Company {
	/** The bot's user. */
	readonly bot: string;
	readonly nameOf: NameOf;
	/** The command that an interaction was, and who used it. */
	readonly commandOf: (interaction: string) => UsedCommand | undefined;
}

export interface UsedCommand {
	readonly name: string;
	/** A user's id. */
	readonly user: string;
}

export interface Around {
	readonly company: Company;
	/** The message above, whose author's name is not said again. */
	readonly above: SeenMessage | undefined;
	/** The one that is replied to. */
	readonly repliedTo: SeenMessage | undefined;
}

/** A message as HTML, as somebody sees it in Discord. Pure. */
export function renderMessage(message: SeenMessage, around: Around): string {
	const { company } = around;
	const top = renderTop(message, around);
	const goesOn = top === '' && around.above?.author === message.author;
	const isBot = message.author === company.bot;
	const name = company.nameOf(message.author) ?? message.author;
	const face = `<div class="avatar ${isBot ? 'bot' : ''}">${isBot ? '⚒' : escapeHtml(name.slice(0, 1))}</div>`;
	const tag = isBot ? ' <small class="app">APP</small>' : '';
	const who = `<div class="who"><b>${escapeHtml(name)}</b>${tag} <small>${timestampOf(message.id).slice(11, 16)}</small></div>`;
	const left = goesOn ? '<div class="avatar none"></div>' : face;
	const body = `<div class="body">${goesOn ? '' : who}${renderBody(message, company)}${renderMarks(message)}</div>`;
	return `${top}<article class="${goesOn ? 'on' : ''}${message.ephemeralTo ? ' whisper' : ''}">${left}${body}</article>`;
}

/** The line above a message: which command it answers, or which message. */
function renderTop({ interaction }: SeenMessage, { company, repliedTo }: Around): string {
	const command = interaction === undefined ? undefined : company.commandOf(interaction);
	if (command) {
		const name = escapeHtml(company.nameOf(command.user) ?? command.user);
		return `<div class="top"><b>${name}</b> used <span class="mention">/${escapeHtml(command.name)}</span></div>`;
	}
	if (!repliedTo) return '';
	const name = escapeHtml(company.nameOf(repliedTo.author) ?? repliedTo.author);
	return `<div class="top"><b>${name}</b> ${renderInline(repliedTo.content.split('\n')[0]?.slice(0, 80) ?? '', company.nameOf)}</div>`;
}

function renderBody(message: SeenMessage, { nameOf }: Company): string {
	const { content, embeds, components, attachments, edits, flags } = message;
	// With Components V2 files are only seen where a component refers to them.
	const files = flags & MessageFlags.IsComponentsV2 ? [] : attachments;
	const words = renderMarkdown(content, nameOf);
	const edited = ' <small class="note">(edited)</small></div>';
	return [
		flags & MessageFlags.Loading ? '<div class="note">Threadsmith is thinking …</div>' : '',
		edits > 0 ? words.replace(/<\/div>$/, edited) : words,
		...embeds.map((embed) => renderEmbed(embed, nameOf)),
		...files.map(renderAttachment),
		...components.map((component) => renderComponent(component, { attachments, nameOf })),
	].join('');
}

/** The line below: reactions, and who alone sees it. */
function renderMarks({ ephemeralTo, reactions }: SeenMessage): string {
	const pills = Object.entries(reactions).map(([emoji, users]) => `<span>${escapeHtml(emoji)} ${users.length}</span>`);
	const whisper = ephemeralTo ? '<div class="note">◉ Only you can see this</div>' : '';
	return `${pills.length === 0 ? '' : `<div class="reactions">${pills.join('')}</div>`}${whisper}`;
}
