import { parse } from 'smol-toml';
import { z } from 'zod';

/** The Python that tools are made for: the sandbox's. */
const python = '>=3.13';

/** The header that tells runners such as `uv run` what a script needs (PEP 723), with a line end. Pure. */
export function writeHeader(dependencies: readonly string[]): string {
	const list = dependencies.map((one) => `#     ${JSON.stringify(one)},\n`).join('');
	const declared = dependencies.length === 0 ? '# dependencies = []\n' : `# dependencies = [\n${list}# ]\n`;
	return `# /// script\n# requires-python = "${python}"\n${declared}# ///\n`;
}

/**
 * A body without the headers that its Coder put in front of it, and what they declared; what cannot be read declares nothing. Looks at each
 * line once. Pure.
 */
export function splitHeader(code: string): { readonly code: string; readonly dependencies: readonly string[] } {
	const lines = code.split(/\r\n|\r|\n/);
	const blocks = findBlocks(lines);
	if (blocks.length === 0) return { code, dependencies: [] };
	const rest = lines.filter((_, at) => !blocks.some(({ from, to }) => at >= from && at <= to));
	const dependencies = blocks.flatMap(({ from, to }) => declaredBy(lines.slice(from + 1, to)));
	return { code: rest.join('\n').replace(/^\n+/, ''), dependencies: [...new Set(dependencies)] };
}

interface Block {
	readonly from: number;
	readonly to: number;
}

// Nobody means more; what is left is a comment.
const mostBlocks = 8;

/** Each `# /// script` before any code, and the `# ///` that ends it. */
function findBlocks(lines: readonly string[]): readonly Block[] {
	const head = lines.slice(0, endOf(lines, /^\s*(?:#|$)/, 0));
	const blocks: Block[] = [];
	for (let at = 0; blocks.length < mostBlocks; at = (blocks.at(-1)?.to ?? 0) + 1) {
		const from = head.findIndex((line, index) => index >= at && line.trimEnd() === '# /// script');
		if (from < 0) break;
		const to = head.findIndex((line, index) => index > from && line.trimEnd() === '# ///');
		if (to < 0 || to > endOf(head, /^#(?: |\s*$)/, from)) break;
		blocks.push({ from, to });
	}
	return blocks;
}

/** The first line from `start` that is not of `kind`; the length where all are. */
function endOf(lines: readonly string[], kind: RegExp, start: number): number {
	const found = lines.findIndex((line, at) => at >= start && !kind.test(line));
	return found < 0 ? lines.length : found;
}

const headerSchema = z.object({ dependencies: z.array(z.string()) });

function declaredBy(comment: readonly string[]): readonly string[] {
	const read = headerSchema.safeParse(parsed(comment.map((line) => line.replace(/^# ?/, '')).join('\n')));
	return read.success ? read.data.dependencies : [];
}

function parsed(toml: string): unknown {
	try {
		return parse(toml);
	} catch {
		return undefined;
	}
}
