/**
 * Plays the demo on Slack and writes its first turn, and the beginning of the second, as a page. Arguments: where to; and, where Chromium is on the
 * PATH, where to put a picture of it.
 */
import { writeFile } from 'node:fs/promises';
import { pictureOf } from '../page/picture-of.ts';
import { demoChannel } from '../slack-demo/slack-playhouse.ts';
import { runDemo } from '../slack-demo.ts';
import { renderPage } from './render-page.ts';

/** The page's own width and its margins, in CSS pixels. */
const width = 796;
const [path = 'thread.html', picture] = process.argv.slice(2);
const names: Readonly<Record<string, string>> = { U1: 'Ada', U2: 'Bo' };

process.exitCode = await runDemo({
	json: false,
	signal: AbortSignal.timeout(300_000),
	async look(slack, threadTs) {
		const all = slack.messages(demoChannel, threadTs);
		const second = all.findIndex(({ user, ts }) => user === 'U1' && ts !== threadTs);
		const nameOf = (user: string) => names[user] ?? 'Threadsmith';
		const page = { channel: 'sales', messages: all.slice(0, second + 2), nameOf, botUser: slack.botUser };
		await writeFile(path, renderPage(page));
		if (picture !== undefined) await pictureOf(path, { picture, width });
	},
});
