/**
 * Plays the demo on Discord and writes its first turn, and the beginning of the second, as a page. Arguments: where to; and, where Chromium is on the
 * PATH, where to put a picture of it.
 */
import { writeFile } from 'node:fs/promises';
import { runDemo } from '../discord-demo.ts';
import { pictureOf } from '../page/picture-of.ts';
import { pageOf } from './page-of.ts';
import { renderPage } from './render-page.ts';

/** The page's own width and its margins, in CSS pixels. */
const width = 788;
const [path = 'thread.html', picture] = process.argv.slice(2);

process.exitCode = await runDemo({
	json: false,
	signal: AbortSignal.timeout(300_000),
	async look(discord, thread) {
		const page = pageOf(discord, thread);
		const second = page.messages.findIndex(({ author }) => author === discord.ada);
		await writeFile(path, renderPage({ ...page, messages: page.messages.slice(0, second + 2) }));
		if (picture !== undefined) await pictureOf(path, { picture, width });
	},
});
