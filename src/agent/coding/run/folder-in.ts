/** The longest path of a folder, characters. */
const longest = 1_000;

/** A folder of the session's as it is named below `/workspace`, empty for all of it; undefined: it is none of these. Pure. */
export function folderIn(given: string | undefined): string | undefined {
	const below = (given ?? '').trim().replace(/^(?:\/workspace(?=\/|$)|\.(?=\/|$))/, '');
	if (
		below.startsWith('/') &&
		given?.trim().startsWith('/workspace') !== true &&
		given?.trim().startsWith('.') !== true
	)
		return undefined;
	const parts = below.split('/').filter((part) => part !== '' && part !== '.');
	const isSafe = parts.every((part) => part !== '..' && !/[\0-\x1f\x7f]/.test(part));
	return isSafe && below.length <= longest ? parts.join('/') : undefined;
}
