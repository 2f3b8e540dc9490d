import { formatBytes } from '../../base/text/format-bytes.ts';
import type { Finding } from '../git.ts';
import { secretFileFinding } from './secret-files.ts';

const mebi = 1_048_576;
/** Above it, a repository grows for good with every version. */
const large = 1 * mebi;
/** GitHub warns above it, and refuses above twice as much. Source: docs.github.com "About large files on GitHub". */
const tooLarge = 50 * mebi;

/** The question, if any, about a file that nobody can read in a diff; `size` in bytes. Pure. */
export function binaryFinding(path: string, size: number): Finding | undefined {
	if (size > tooLarge) return { severity: 'blocks', path, why: `has ${formatBytes(size)}, more than code hosts take` };
	if (size > large)
		return { severity: 'admin', path, why: `is a large file of ${formatBytes(size)} that a diff does not show` };
	return secretFileFinding(path)[0];
}
