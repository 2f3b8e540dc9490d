import { setImmediate } from 'node:timers/promises';
import { readTextSample } from '../files/open-file.ts';
import { detectEncoding, type Encoding } from '../files/text/detect-encoding.ts';
import { asUser, smith } from '../run/users.ts';

/** Files that are looked at for their encoding. */
export const mostFiles = 500;

/** Lists the files, each name ended by a zero, that hold bytes of more than ASCII; ripgrep leaves each at the first one. */
export const listOthers = [
	'--files-with-matches',
	'--null',
	'--text',
	'--no-unicode',
	'-e',
	'(?-u:[\\x00\\x80-\\xFF])',
];

export interface OtherFiles {
	/** By the encoding that they are written in. */
	readonly groups: ReadonlyMap<Encoding, readonly string[]>;
	/** Files that were not looked at. */
	readonly left: number;
}

/** The files of such a list that are written in another encoding than UTF-8, as far as there is time, by `performance.now()`. */
export async function groupByEncoding(listed: string, until: number): Promise<OtherFiles> {
	const groups = new Map<Encoding, string[]>();
	const paths = listed.split('\0').slice(0, -1);
	let looked = 0;
	for (const path of paths.slice(0, mostFiles)) {
		if (performance.now() > until) break;
		looked += 1;
		const encoding = asUser(smith, () => encodingOf(path));
		if (encoding !== undefined && encoding !== 'utf-8') groups.set(encoding, [...(groups.get(encoding) ?? []), path]);
		// Whoever asks whether the guest is alive is answered between two files.
		await setImmediate();
	}
	return { groups, left: paths.length - looked };
}

function encodingOf(path: string): Encoding | undefined {
	const sample = readTextSample(path);
	return sample && detectEncoding(sample);
}
