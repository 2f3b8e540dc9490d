import { viewPictureResult } from '../../../sandbox/built-ins.ts';
import type { IncomingFile, Placed, Sandbox } from '../../../sandbox/sandbox.ts';
import type { Picture } from '../../../store/journal.ts';

/** A picture as it can be shown, or half a sentence why not. */
export type Viewed =
	| {
			readonly picture: Picture;
			readonly text: string;
			/** How it is shown otherwise than it is: each goes on from its name. */
			readonly remarks: readonly string[];
	  }
	| { readonly problem: string };

/** `Sandboxes.place` for what a session's model was shown. */
export type KeepSeen = (files: readonly IncomingFile[], signal: AbortSignal) => Promise<Placed>;

export interface Looking {
	readonly path: string;
	readonly page?: number | undefined;
}

/**
 * Has a picture, or a page of a PDF, made such in the sandbox that a model takes it, and keeps that apart from its files: what was looked at stays
 * what it was. Rejects with the signal's reason.
 */
export async function viewPicture(
	{ path, page }: Looking,
	sandbox: Sandbox,
	keep: KeepSeen,
	signal: AbortSignal,
): Promise<Viewed> {
	const args = { path, ...(page !== undefined && { page }) };
	const { data, lost } = await sandbox.call({ tool: 'view_picture', args }, { signal });
	if (lost !== undefined) return { problem: `could not be looked at: the sandbox ended (${lost})` };
	const seen = viewPictureResult.safeParse(data).data ?? { problem: 'could not be looked at' };
	if ('problem' in seen) return seen;
	const file = asFile(viewName(path, page, seen.type), Buffer.from(seen.data, 'base64'));
	const { placed, refused } = await keep([file], signal);
	const [copy] = placed;
	if (copy === undefined)
		return { problem: `could not be kept to be shown: it ${refused[0]?.reason ?? 'was refused'}` };
	const picture = { name: copy.name, path, ...(page !== undefined && { page }) };
	return { picture, text: seen.text, remarks: remarksOf(seen) };
}

type Shown = Exclude<ReturnType<typeof viewPictureResult.parse>, { problem: string }>;

function remarksOf({ width, height, shown: [wide, high], frames, ground }: Shown): readonly string[] {
	const isSmaller = wide < width || high < height;
	return [
		...(isSmaller ? [`is ${width} x ${height} pixels, shown at ${wide} x ${high}: ${cropIt}`] : []),
		...(frames > 1 ? [`moves: the first of ${frames} frames is shown`] : []),
		...(ground === 'grey' ? ['is shown on grey where it is clear'] : []),
	];
}

const cropIt = 'for what is small in it, crop it with Python (PIL) and look_at the parts';

/** Copies among the inputs, as there once were, are called otherwise. */
function viewName(path: string, page: number | undefined, type: string): string {
	const name = path.split('/').at(-1) ?? 'picture';
	return `${name}${page === undefined ? '' : `-page-${page}`}.shown.${type === 'image/png' ? 'png' : 'jpg'}`;
}

function asFile(name: string, bytes: Buffer): IncomingFile {
	return {
		name,
		size: bytes.length,
		async *open() {
			yield bytes;
		},
	};
}
