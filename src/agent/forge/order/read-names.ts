import type { JsonRecord } from '../../model/text/json-text.ts';
import type { Notes } from './notes.ts';
import { snake } from './small-fields.ts';

/** Where nothing says in which category a tool belongs. */
const usualCategory = 'general';

/**
 * Name, category and the tool to repair, as `use_tool` takes them: `category/name` or the name alone. `known` are the session's tools as
 * `category/name`; the category may also stand in a field of its own.
 */
export function readNames(order: JsonRecord, known: readonly string[], notes: Notes): JsonRecord {
	const repairs = repairsOf(order['repairs'], textOf(order['name']), known);
	const said = textOf(order['name']) ?? repairs ?? '';
	const [shelf, bare] = parted(textOf(order['category']) === undefined ? withoutPlace(said) : said.replace(place, ''));
	const name = snake(bare);
	if (name !== bare) notes.taken.add(`name "${bare.slice(0, 60)}" as ${name}`);
	const category = shelf ?? textOf(order['category']) ?? (repairs && parted(repairs)[0]);
	if (category === undefined) notes.taken.add(`category as ${usualCategory}`);
	const whole = `${snake(category ?? usualCategory)}/${name}`;
	return {
		...order,
		...(name !== '' && { name }),
		category: parted(whole)[0],
		repairs: repairs === undefined || repairs.includes('/') ? repairs : bareRepairs(repairs, whole),
	};
}

/** Where tools lie. */
const place = /^\/?(?:forged_)?tools?\//;

/** Without where tools lie, which is a tool's category where no other is said. */
function withoutPlace(name: string): string {
	const below = name.replace(place, '');
	return below.includes('/') ? below : name;
}

/** A name that no tool of the session has alone is of the order's category. */
function bareRepairs(repairs: string, whole: string): string {
	return repairs === '' ? whole : `${parted(whole)[0]}/${snake(repairs)}`;
}

/** Which tool is repaired: `category/name` where that is known; empty for that of the order's name. */
function repairsOf(given: unknown, name: string | undefined, known: readonly string[]): string | undefined {
	const said = given === true ? 'true' : textOf(given);
	if (said === undefined || /^(?:false|no)$/i.test(said)) return undefined;
	const meant = /^(?:true|yes)$/i.test(said) ? (name ?? '') : said;
	if (meant.includes('/')) return withoutPlace(meant);
	const [only, other] = known.filter((id) => parted(id)[1] === snake(meant));
	if (only !== undefined && other === undefined) return only;
	return meant === said ? meant : '';
}

/** Both sides of the last slash. */
function parted(name: string): readonly [string | undefined, string] {
	const at = name.lastIndexOf('/');
	return [at > 0 ? name.slice(0, at) : undefined, name.slice(at + 1)];
}

function textOf(value: unknown): string | undefined {
	return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}
