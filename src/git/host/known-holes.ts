/**
 * The first release of each line in which what a server sends cannot have git write where it likes (CVE-2025-48385) or ask for a key in another's name
 * (CVE-2024-50349, CVE-2024-52006), by its second number: Documentation/RelNotes/2.43.7 and the others of that day. Lines below have no such release.
 * Other holes of these years are in what is never run here: clones, checkouts, submodules, helpers of credentials, graphical programs.
 */
const mended: ReadonlyMap<number, number> = new Map([
	[43, 7],
	[44, 4],
	[45, 4],
	[46, 4],
	[47, 3],
	[48, 2],
	[49, 1],
	[50, 1],
]);
const newestLine = 50;

/**
 * A remark on a git by its version (`2.39.5`), where that is from before these releases; undefined where it is not. Distributions mend without another
 * number, so that it is no more than a remark. Pure.
 */
export function remarkOn(version: string): string | undefined {
	const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10) || 0);
	if (major > 2 || (major === 2 && minor > newestLine)) return undefined;
	if (major === 2 && patch >= (mended.get(minor) ?? Number.POSITIVE_INFINITY)) return undefined;
	return 'as released it has holes towards servers (CVE-2025-48385, CVE-2024-50349), which its distribution may have closed; what they take is switched off here';
}
