/** The longest path of a folder, characters. */
const longest = 1_000;

/** A folder of the session's as it is named below `/workspace`, empty for all of it; undefined: it is none of these. Pure. */
export function folderIn(given = ''): string | undefined {
	const below = given.trim().replace(/^\/workspace(?=\/|$)\/?/, '');
	const isAbsolute = below.startsWith('/') && !given.trim().startsWith('/workspace/');
	const parts = below.split('/').filter((part) => part !== '' && part !== '.');
	const isSafe = parts.every((part) => part !== '..' && !/\p{Cc}/u.test(part));
	return isSafe && !isAbsolute && below.length <= longest ? parts.join('/') : undefined;
}
