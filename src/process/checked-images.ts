import { constants } from 'node:fs';
import { open, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { codeOf, ProblemError } from '../base/errors.ts';
import { kept } from '../base/kept.ts';
import { type SelfCheckOptions, selfCheck } from '../sandbox/podman/image/self-check.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { makeHome } from '../store/files/make-home.ts';
import { writeAtomically } from '../store/files/write-atomically.ts';

const checkedImage = kept({
	own: z.string(),
	/** The sandbox image whose guest is on it. */
	ours: z.string(),
	/** The tag of both together. */
	tag: z.string(),
});
const checkedImages = kept({ images: z.array(checkedImage) });

type CheckedImage = z.output<typeof checkedImage>;

/** In the data folder: the images of one's own that have passed `threadsmith image check`. */
const fileName = 'checked-images.json';

/** The tag of a checked image. Rejects with `ProblemError` where it was not checked, or with another guest than the present one. */
export async function checkedTag(home: string, { own, ours }: Pick<CheckedImage, 'own' | 'ours'>): Promise<string> {
	const found = (await readChecked(home)).find((one) => one.own === own);
	if (found?.ours === ours) return found.tag;
	const why = found === undefined ? 'has not passed the check of images yet' : 'passed the check with another guest';
	throw new ProblemError(
		`Cannot use the image of SANDBOX_IMAGE: "${own}" ${why}`,
		`Run: threadsmith image check ${own}; or unset SANDBOX_IMAGE`,
	);
}

/** Keeps that an image has passed. Answers the tags that no image is used under any more. */
export async function keepChecked(
	home: string,
	image: Pick<CheckedImage, 'own' | 'ours' | 'tag'>,
): Promise<readonly string[]> {
	await makeHome(home);
	const all = await readChecked(home);
	const others = all.filter(({ own }) => own !== image.own);
	await writeAtomically(join(home, fileName), `${JSON.stringify({ images: [...others, image] }, undefined, '\t')}\n`);
	const used = [...others, image].map(({ tag }) => tag);
	return all.map(({ tag }) => tag).filter((tag) => !used.includes(tag));
}

/** Nothing, where the file is not what it should be, or another user's than root's and our own: the check is repeated then. */
async function readChecked(home: string): Promise<readonly CheckedImage[]> {
	const text = await readTrusted(join(home, fileName)).catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return '{}';
		throw error;
	});
	try {
		return checkedImages.safeParse(JSON.parse(text)).data?.images ?? [];
	} catch {
		return [];
	}
}

/** Root takes no image by the word of the bot, whose folder it is. */
async function readTrusted(path: string): Promise<string> {
	await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
	const { uid } = await file.stat();
	return uid === 0 || uid === process.geteuid?.() ? await file.readFile('utf8') : '{}';
}

/** Looks into a sandbox from inside. Rejects with a `ProblemError` when it does not hold what it promises. */
export type FirstLook = (sandbox: Sandbox, options: SelfCheckOptions) => Promise<void>;

/** Which image the set-up has looked at, and, in the data folder, which a first sandbox was looked into for. */
const setUpsFile = join(import.meta.dirname, '..', '..', 'build', 'checked-image.json');
const homesFile = 'seen-image.json';

const seenImage = kept({ tag: z.string(), result: z.enum(['passed', 'left']) });

export interface LookRecords {
	/** The set-up's; absolute. */
	readonly setUps: string;
	/** The name of the data folder's. */
	readonly seen: string;
}

const ofSandboxes: LookRecords = { setUps: setUpsFile, seen: homesFile };

/** Of the image with the coding agents. */
export const ofAgents: LookRecords = {
	setUps: join(dirname(setUpsFile), 'checked-agents-image.json'),
	seen: 'seen-agents-image.json',
};

/** The look that the first sandbox of an image needs; undefined where the set-up, or this data folder, has had it. */
export async function firstLook(
	home: string,
	tag: string,
	{ setUps, seen } = ofSandboxes,
): Promise<FirstLook | undefined> {
	const path = join(home, seen);
	const passed = await Promise.all([setUps, path].map((one) => hasPassed(one, tag)));
	if (passed.includes(true)) return undefined;
	let looking: Promise<void> | undefined;
	return async (sandbox, options) => {
		looking ??= look(sandbox, options).then(() => keepSeen(path, tag));
		try {
			await looking;
		} catch (error) {
			// The next one is looked into anew
			looking = undefined;
			throw error;
		}
	};
}

async function look(sandbox: Sandbox, options: SelfCheckOptions): Promise<void> {
	const failed = (await selfCheck(sandbox, options)).filter(({ met }) => !met);
	if (failed.length === 0) return;
	const what = failed.map(({ name, value }) => `${name}: ${value}`).join('; ');
	throw new ProblemError(
		`Cannot use the sandbox: seen from inside, it does not hold what it promises: ${what}`,
		'Run: threadsmith image check, and threadsmith doctor',
	);
}

async function keepSeen(path: string, tag: string): Promise<void> {
	await makeHome(dirname(path));
	await writeAtomically(path, `${JSON.stringify({ tag, result: 'passed' })}\n`);
}

/** False where the file is not what it should be: one look more does no harm. */
async function hasPassed(path: string, tag: string): Promise<boolean> {
	try {
		const found = seenImage.parse(JSON.parse(await readFile(path, 'utf8')));
		return found.tag === tag && found.result === 'passed';
	} catch {
		return false;
	}
}
