import type { ToolVersion } from './read-version.ts';
import { requirementsOf } from './requirements.ts';

const shebang = '#!/usr/bin/env -S uv run --script';

/** PEP 723's block at the head of a file, and a shebang above it. */
const headerBlock = /^(?:#!.*\n)?# \/\/\/ script\n(?:#(?: .*)?\n)*?# \/\/\/\n/;

/** Python of the sandbox's image, which the tool was tested with. */
const python = '>=3.13';

/** The tool as one file that `uv run` runs anywhere: its header names every package it needs, those of its lock exactly. Pure. */
export function standaloneScript({ code, manifest, lock }: ToolVersion): string {
	const requirements = requirementsOf(code, manifest.dependencies, lock).map(
		(one) => `#     ${JSON.stringify(one)},\n`,
	);
	const list = requirements.length === 0 ? '[]' : `[\n${requirements.join('')}# ]`;
	const header = `# /// script\n# requires-python = "${python}"\n# dependencies = ${list}\n# ///\n`;
	return `${shebang}\n${header}${code.replace(headerBlock, '')}`;
}
