import { readTextSample } from '../files/open-file.ts';
import { detectEncoding, type Encoding } from '../files/text/detect-encoding.ts';

/** Files that are looked at for their encoding, and bytes of each. */
const most = { files: 500, sample: 64 * 1024 };

/** Lists the files, each name ended by a zero, that hold bytes of more than ASCII; ripgrep leaves each at the first one. */
export const listOthers = [
	'--files-with-matches',
	'--null',
	'--text',
	'--no-unicode',
	'-e',
	'(?-u:[\\x00\\x80-\\xFF])',
];

/** The files of such a list that are written in another encoding than UTF-8, by that. Must run as smith. */
export function groupByEncoding(listed: string): ReadonlyMap<Encoding, readonly string[]> {
	const groups = new Map<Encoding, string[]>();
	for (const path of listed.split('\0').slice(0, -1).slice(0, most.files)) {
		const sample = readTextSample(path, most.sample);
		const encoding = sample && detectEncoding(sample);
		if (encoding === undefined || encoding === 'utf-8') continue;
		groups.set(encoding, [...(groups.get(encoding) ?? []), path]);
	}
	return groups;
}
