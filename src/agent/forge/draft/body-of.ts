import { splitHeader } from '../static/pep723.ts';
import { withoutFooter } from './assemble.ts';

/**
 * The Coder's part of a whole tool.py, of an older version of Threadsmith as well: without the header, the comment of the purpose, and what is
 * ours below it. Pure.
 */
export function bodyOf(code: string): string {
	const end = code.lastIndexOf('\n\n\nMETA = ');
	const { code: bare } = splitHeader(end < 0 ? withoutFooter(code) : code.slice(0, end));
	return withoutPurpose(bare.trimStart()).trim();
}

/** The comment above a body, up to the empty line below it. */
function withoutPurpose(code: string): string {
	if (!/^# [a-z0-9_]+\/[a-z0-9_]+: /.test(code)) return code;
	const end = code.indexOf('\n\n');
	return end < 0 ? code : code.slice(end);
}
