import { withoutMarkers } from '../../../src/adapters/discord/marker.ts';
import type { Report } from '../../../src/demo/report.ts';
import type { FakeDiscord } from '../fake-discord/fake-discord.ts';
import type { SeenMessage } from '../fake-discord/seen.ts';
import { createNarrator, type Narrator, type Sight } from '../platform-demo/narrator.ts';
import { hasStop } from './own-messages.ts';

export interface DiscordNarratorDeps {
	readonly discord: FakeDiscord;
	readonly report: Report;
	/** The bot's, of the thread. */
	readonly messages: () => readonly SeenMessage[];
}

/** Tells the steps of the bot's live message, then each message that is finished. */
export function createDiscordNarrator({ discord, report, messages }: DiscordNarratorDeps): Narrator {
	const words = (message: SeenMessage) => plain(discord.plainText(message));
	const whole = (message: SeenMessage) => withFiles(words(message), message).replace('👍\n👎', '👍 👎');
	const sights = (message: SeenMessage, isOver: boolean): Sight[] =>
		hasStop(message) && !isOver
			? stepsOf(words(message)).map(({ step, line }) => ({ key: `${message.id} ${step}`, line: () => `  ${line}` }))
			: [{ key: message.id, line: () => `Threadsmith:\n${whole(message).replaceAll(/^/gm, '  │ ')}` }];
	// Deferred answers, and what Discord puts in front of a thread, say nothing.
	const spoken = () => messages().filter((message) => words(message).trim() !== '');
	return createNarrator(report, (isOver) => spoken().flatMap((message) => sights(message, isOver)));
}

/** The lines of a live message that begin with a mark; a step is the same one whatever its mark and however long it took. */
function stepsOf(words: string): { readonly step: string; readonly line: string }[] {
	const lines = words.split('\n').filter((line) => /^[✓✗⋯📎]/u.test(line));
	return lines.map((line) => ({ step: line.replace(/^\S+\s*/, '').replace(/\s+[\d.]+ m?s$/, ''), line }));
}

/** The names of what is attached, as such. */
function withFiles(text: string, { attachments }: SeenMessage): string {
	const names = attachments.map(({ name }) => name);
	return text
		.split('\n')
		.map((line) => (names.includes(line) ? `📎 ${line}` : line))
		.join('\n');
}

/** Without the marks that Discord shows as fonts. */
function plain(words: string): string {
	return withoutMarkers(words)
		.replaceAll(/^(?:-# |#{1,3} )/gm, '')
		.replaceAll(/(^|\s)(?:\*\*|[*_`])(\S(?:.*?\S)?)(?:\*\*|[*_`])(?=\s|$)/gm, '$1$2');
}
