import { createHash } from 'node:crypto';

/** Model servers accept `^[a-zA-Z0-9_-]{1,64}$` as the name of a tool. */
const longest = 64;

/**
 * The names that clients know tools by, each with its `<category>/<name>`: the name alone where it is the only one of its kind, else
 * `<category>__<name>`. Pure.
 */
export function toolNames(ids: readonly string[]): ReadonlyMap<string, string> {
	const alone = new Map([...Map.groupBy(ids, nameIn)].filter(([, same]) => same.length === 1));
	return new Map(ids.map((id) => [alone.has(nameIn(id)) ? nameIn(id) : fullName(id), id]));
}

/** The tool that a client calls: names that became ambiguous meanwhile are still told apart by their full form. Pure. */
export function idCalled(name: string, ids: readonly string[]): string | undefined {
	return toolNames(ids).get(name) ?? ids.find((id) => fullName(id) === name);
}

function nameIn(id: string): string {
	return id.slice(id.indexOf('/') + 1);
}

function fullName(id: string): string {
	const whole = id.replace('/', '__');
	if (whole.length <= longest) return whole;
	const mark = createHash('sha256').update(id).digest('hex').slice(0, 8);
	return `${whole.slice(0, longest - mark.length - 1)}_${mark}`;
}
