import { execFile } from 'node:child_process';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

export interface Frame {
	/** Where the picture is put. */
	readonly picture: string;
	/** The page's own width and its margins, in CSS pixels. */
	readonly width: number;
}

/** Chromium's picture of a page from top to bottom, as a PNG of 1.5 pixels to each of the page's. Rejects where there is no Chromium. */
export async function pictureOf(page: string, { picture, width }: Frame): Promise<void> {
	const height = await heightOf(page, width);
	const size = [`--window-size=${width},${height}`, '--force-device-scale-factor=1.5'];
	await chromium([...size, `--screenshot=${resolve(picture)}`, pathToFileURL(page).href]);
}

/** A window shows no more than fits into it: its height is asked of the page before. */
async function heightOf(page: string, width: number): Promise<number> {
	const copy = `${page}.measured.html`;
	const script = "document.documentElement.id = 'height-' + document.body.scrollHeight";
	try {
		await writeFile(copy, `${await readFile(page, 'utf8')}<script>${script}</script>`);
		const dom = await chromium([`--window-size=${width},100`, '--dump-dom', pathToFileURL(copy).href]);
		return Number(/height-(\d+)/.exec(dom)?.[1]);
	} finally {
		await rm(copy, { force: true });
	}
}

async function chromium(args: readonly string[]): Promise<string> {
	const flags = ['--headless', '--no-sandbox', '--hide-scrollbars', '--disable-gpu'];
	const { stdout } = await run('chromium', [...flags, ...args], { maxBuffer: 2 ** 26, timeout: 60_000 });
	return stdout;
}
