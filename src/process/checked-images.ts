import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { codeOf, ProblemError } from '../base/errors.ts';
import { kept } from '../base/kept.ts';
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

/** Nothing, where the file is not what it should be: the check is repeated then. */
async function readChecked(home: string): Promise<readonly CheckedImage[]> {
	const text = await readFile(join(home, fileName), 'utf8').catch((error: unknown) => {
		if (codeOf(error) === 'ENOENT') return '{}';
		throw error;
	});
	try {
		return checkedImages.safeParse(JSON.parse(text)).data?.images ?? [];
	} catch {
		return [];
	}
}
