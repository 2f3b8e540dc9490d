const segment = '[A-Za-z0-9_][A-Za-z0-9._-]{0,99}';
const toolPattern = new RegExp(`^${segment}/${segment}$`);
const filePattern = new RegExp(`^${segment}(/${segment}){0,3}$`);
const segmentPattern = new RegExp(`^${segment}$`);
const versionPattern = /^[1-9][0-9]{0,8}$/;

/** Whether a folder may be a category or a tool. Pure. */
export function isSegment(name: string): boolean {
	return segmentPattern.test(name);
}

/** The version that a name stands for, a folder's or a link's target; undefined when it stands for none. Pure. */
export function versionOf(name: string): number | undefined {
	return versionPattern.test(name) ? Number(name) : undefined;
}

/** Throws a `TypeError` for what is not `<category>/<name>`: it could lead out of the folder. */
export function checkTool(tool: string): void {
	if (!toolPattern.test(tool)) throw new TypeError(`"${tool}" is not the name of a tool: it is not <category>/<name>`);
}

/** Throws a `TypeError` for what is not a path within a version's folder. */
export function checkFile(file: string): void {
	if (!filePattern.test(file)) throw new TypeError(`"${file}" is not a name for a file of a tool`);
}

/** Throws a `TypeError` for what is not a version's number. */
export function checkVersion(version: number): void {
	if (versionOf(String(version)) === undefined) throw new TypeError(`${version} is not a version of a tool`);
}
