import { posix } from 'node:path';
import type { ToolCase } from '../draft/cases.ts';

/** Where a path that is not whole begins. */
const folder = '/workspace';

/**
 * Whether a test has files that its input does not name, as those of a tool have that lists its folder. In use a tool is given what its input
 * names; only one that has passed such a test sees more. Of files that code prepares those count whose names stand in that code. A refusal
 * says nothing of what a tool finds. Pure.
 */
export function hasUnnamedFiles({ input, files, made = {}, prepare = '', expect }: ToolCase): boolean {
	if (expect.kind === 'error') return false;
	const named = [...new Set(textsIn(input))].filter(mayBePath).map((text) => posix.resolve(folder, text));
	const isNamed = (name: string) => named.some((path) => isIn(posix.resolve(folder, name), path));
	const names = [...Object.keys(files), ...Object.keys(made), ...namesInCode(prepare)];
	// Code may make up the names that it gives, and then nothing is known of them.
	return !names.every(isNamed) || (prepare !== '' && named.length === 0);
}

function isIn(path: string, above: string): boolean {
	return path === above || path.startsWith(`${above}/`) || (above.startsWith('/') && isBelowPattern(path, above));
}

/** Of a pattern below a folder all of the folder is brought; one in the folder that a tool runs in brings nothing. */
function isBelowPattern(path: string, pattern: string): boolean {
	const parts = pattern.split('/');
	const first = parts.findIndex((part) => /[*?[]/.test(part));
	const above = parts.slice(0, first).join('/');
	return first > 0 && above !== folder && path.startsWith(`${above}/`);
}

/** The texts and keys of a value, at any depth. */
function textsIn(value: unknown): readonly string[] {
	if (typeof value === 'string') return [value];
	if (typeof value !== 'object' || value === null) return [];
	const keys = Array.isArray(value) ? [] : Object.keys(value);
	return [...keys, ...Object.values(value).flatMap(textsIn)];
}

/** As the guest reads them: dots alone name nothing. */
function mayBePath(text: string): boolean {
	return !/^\.*$/.test(text) && !/[\0\n]/.test(text);
}

/** Strings in Python that end as the names of files do. */
function namesInCode(code: string): readonly string[] {
	return [...code.matchAll(/["']([\w./ -]{1,200}\.[A-Za-z]\w{0,7})["']/g)].flatMap(([, name = '']) => {
		const path = posix.normalize(name);
		return path.startsWith('/') ? [] : [path];
	});
}
