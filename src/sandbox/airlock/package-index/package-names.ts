/** A distribution name in the one spelling that PEP 503 gives it. Pure. */
export function normalName(name: string): string {
	return name.replaceAll(/[-_.]+/g, '-').toLowerCase();
}

// https://packaging.python.org/en/latest/specifications/name-normalization/ "Name format"; the length is ours
const namePattern = /^[a-z0-9](?:[a-z0-9._-]{0,126}[a-z0-9])?$/i;

export function isName(text: string): boolean {
	return namePattern.test(text);
}

export interface WheelName {
	/** Normalized. */
	readonly name: string;
	/** As the filename has it. */
	readonly version: string;
}

// https://packaging.python.org/en/latest/specifications/binary-distribution-format/ "File name convention": name, version, an
// optional build tag that begins with a digit, Python tag, ABI tag, platform tag
const wheelPattern = /^([\w.]+)-(\d[\w.!+]*|v\d[\w.!+]*)(?:-\d[\w.]*)?-[\w.]+-[\w.]+-[\w.]+\.whl$/i;
const longestFilename = 250;

/** The name and version in a wheel's filename; undefined for whatever is not a wheel's filename. Pure. */
export function readWheelName(filename: string): WheelName | undefined {
	if (filename.length > longestFilename) return undefined;
	const [, name, version] = wheelPattern.exec(filename) ?? [];
	return name !== undefined && version !== undefined && isName(name) ? { name: normalName(name), version } : undefined;
}

/**
 * The normalized name that a PEP 508 requirement begins with; undefined where there is none. No more is looked at than a name may be long: a
 * package's author has written it. Pure.
 */
export function requiredName(requirement: string): string | undefined {
	const name = /^\s*([a-z0-9][a-z0-9._-]{0,199})(?![a-z0-9._-])/i.exec(requirement)?.[1]?.replace(/[._-]+$/, '');
	return name !== undefined && isName(name) ? normalName(name) : undefined;
}

/** The names in the `Requires-Dist` fields of core metadata, whatever their extras and markers, without repetition. Pure. */
export function requiredNames(metadata: string): string[] {
	const header = metadata.split(/\r?\n\r?\n/, 1)[0] ?? '';
	const lines = header.split(/\r?\n/).filter((line) => /^requires-dist:/i.test(line));
	const names = lines.flatMap((line) => requiredName(line.slice('requires-dist:'.length)) ?? []);
	return [...new Set(names)];
}
