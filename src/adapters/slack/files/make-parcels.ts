import { safeFileName, takeName } from '../../file-name.ts';
import type { UploadFile } from '../../present/surface.ts';
import type { Parcel } from './upload-file.ts';

/** Files that one message of Slack shows beside each other; more go into a zip. */
export const maxBeside = 10;

/** How files are handed over: each by itself, or, above ten, in zips whose content is at most `maxBytes`. Pure. */
export function makeParcels(files: readonly UploadFile[], maxBytes: number): readonly Parcel[] {
	const taken = new Set<string>();
	if (files.length <= maxBeside) {
		return files.map((file) => ({ name: takeName(safeFileName(file.name), taken), files: [file] }));
	}
	return packed(files, maxBytes).map((pack) => ({ name: takeName('artifacts.zip', taken), files: pack }));
}

function packed(files: readonly UploadFile[], maxBytes: number): UploadFile[][] {
	const packs: UploadFile[][] = [];
	let room = 0;
	for (const file of files) {
		if (packs.length === 0 || file.size > room) {
			packs.push([]);
			room = maxBytes;
		}
		packs.at(-1)?.push(file);
		room -= file.size;
	}
	return packs;
}
