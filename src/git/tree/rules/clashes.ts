import { foldName } from './fold-name.ts';

export interface Clash {
	readonly path: string;
	/** Goes on from the path's name: "cannot stand beside a file or folder of the same name". */
	readonly half: string;
	/** With what, where it is spelled otherwise. */
	readonly other?: string;
}

/**
 * Takes the paths of a tree, one after another, and says where two of them cannot stand side by side: one below another one that is no folder, one that
 * comes twice, or two that are one on a system that tells neither case nor Unicode's forms apart. The last is left alone where the base has both, by
 * `isOld` of files and folders. Linear.
 */
export function createClashes(isOld: (path: string) => boolean): { add(path: string): Clash | undefined } {
	const kinds = new Map<string, 'file' | 'folder'>();
	const spellings = new Map<string, string>();
	const place = (spelled: string, kind: 'file' | 'folder'): Omit<Clash, 'path'> | undefined => {
		const there = kinds.get(spelled);
		if (there !== undefined) return there === 'folder' && kind === 'folder' ? undefined : { half: sameName };
		kinds.set(spelled, kind);
		const folded = foldPath(spelled);
		const other = spellings.get(folded);
		if (other === undefined) spellings.set(folded, spelled);
		return other === undefined || (isOld(spelled) && isOld(other)) ? undefined : { half: alike, other };
	};
	return {
		add(path) {
			for (let end = path.indexOf('/'); end >= 0; end = path.indexOf('/', end + 1)) {
				const clash = place(path.slice(0, end), 'folder');
				if (clash) return { ...clash, path };
			}
			const clash = place(path, 'file');
			return clash && { ...clash, path };
		},
	};
}

const sameName = 'cannot stand beside a file or folder of the same name';
const alike = 'has a name that some systems cannot tell from';

function foldPath(path: string): string {
	return path.split('/').map(foldName).join('/');
}
