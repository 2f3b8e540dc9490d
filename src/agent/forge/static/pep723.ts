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

/** Nobody writes more; taking each out costs what all lines cost. */
const mostHeaders = 10;

/** A body without the headers that its Coder put in front of it, and what they declared; what cannot be read declares nothing. Pure. */
export function takeOutHeader(code: string): { readonly code: string; readonly dependencies: readonly string[] } {
	let lines: readonly string[] = code.split(/\r\n|\r|\n/);
	const declared: string[] = [];
	for (let count = 0; count < mostHeaders; count += 1) {
		const block = findBlock(lines);
		if (!block) return count === 0 ? { code, dependencies: [] } : withoutBlankStart(lines, declared);
		declared.push(...declaredBy(lines.slice(block.from + 1, block.to)));
		lines = lines.toSpliced(block.from, block.to - block.from + 1);
	}
	return withoutBlankStart(lines, declared);
}

function withoutBlankStart(lines: readonly string[], declared: readonly string[]) {
	return { code: lines.join('\n').replace(/^\n+/, ''), dependencies: [...new Set(declared)] };
}

/** The first `# /// script` before any code, and the `# ///` that ends it. */
function findBlock(lines: readonly string[]): { readonly from: number; readonly to: number } | undefined {
	const head = lines.slice(0, endOf(lines, /^\s*(?:#|$)/, 0));
	const from = head.findIndex((line) => line.trimEnd() === '# /// script');
	if (from < 0) return undefined;
	const comment = head.slice(0, endOf(head, /^#(?: |\s*$)/, from));
	const to = comment.findIndex((line, at) => at > from && line.trimEnd() === '# ///');
	return to < 0 ? undefined : { from, to };
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
