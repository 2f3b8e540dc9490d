import { sanitiseLine } from '../../../sandbox/guest/sanitise.ts';
import { disguiseOf, isDotGit } from './dot-git.ts';

/** Bytes of a part: ext4, APFS and NTFS hold no more (in NTFS it is 255 UTF-16 units, which are never more than the bytes). */
const mostPart = 255;
/** Bytes of a path: macOS has 1,024 with its end (sys/syslimits.h). */
const mostPath = 1_000;
const mostParts = 50;
/** Bytes of a path on Linux (limits.h): no longer one can have been a file's. */
const mostOld = 4_096;

/** Devices of Windows, with any ending: learn.microsoft.com, "Naming Files, Paths, and Namespaces". */
const device = /^(?:con|prn|aux|nul|conin\$|conout\$|com[\d¹²³]|lpt[\d¹²³])$/i;

/**
 * Why no path of a tree may be this one, as a half sentence that goes on from its name. `isOld`: the base has this path already, so that whoever
 * has the repository holds it; then only what could do harm counts. Pure.
 */
export function pathProblem(path: string, isOld: boolean): string | undefined {
	return harm(path) ?? (isOld ? undefined : unfit(path));
}

function harm(path: string): string | undefined {
	if (!path.isWellFormed()) return 'has a name that is no text';
	if (Buffer.byteLength(path) > mostOld) return 'has a name that is too long';
	if (path.startsWith('/')) return 'has an absolute path';
	const parts = path.split('/');
	if (parts.includes('')) return 'has a path with an empty part';
	if (parts.some((part) => part === '.' || part === '..')) return 'has a path that leads elsewhere';
	if (/\p{Cc}/u.test(path)) return 'has control characters in its name';
	if (parts.some(isDotGit)) return 'has a name that git keeps for itself';
	return undefined;
}

function unfit(path: string): string | undefined {
	const parts = path.split('/');
	if (Buffer.byteLength(path) > mostPath || parts.some((part) => Buffer.byteLength(part) > mostPart))
		return 'has a name that is too long for some systems';
	if (parts.length > mostParts) return 'is nested too deeply';
	if (sanitiseLine(path) !== path) return 'has invisible characters in its name';
	return parts.map(partUnfit).find(Boolean);
}

function partUnfit(part: string): string | undefined {
	if (/[<>:"|?*\\]/.test(part)) return 'has characters in its name that Windows cannot hold';
	if (/[ .]$/.test(part)) return 'has a name that ends in a dot or a blank, which Windows drops';
	if (device.test(part.replace(/\..*$/s, '').trimEnd())) return 'has a name that is a device on Windows';
	const disguised = disguiseOf(part);
	return disguised && `has a name that some systems take for ${disguised}`;
}
