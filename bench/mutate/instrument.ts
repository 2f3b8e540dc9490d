import type { Mutant } from './mutant.ts';

/** The global function, under `Symbol.for(…)`, that says whether a mutant is chosen; without one the environment's `MUTANT` does. */
export const chooser = 'threadsmith.mutant';

const isChosen = `
function __mutant(id: number): boolean {
	const choose = (globalThis as { [key: symbol]: unknown })[Symbol.for('${chooser}')];
	return typeof choose === 'function' ? choose(id) === true : process.env['MUTANT'] === String(id);
}
`;

interface Site extends Pick<Mutant, 'start' | 'end' | 'form'> {
	readonly mutants: Mutant[];
}

/** The source with all of its mutants in it, of which at most one is chosen at a time. Pure. */
export function instrument(source: string, mutants: readonly Mutant[]): string {
	const sites = sitesOf(mutants);
	return `${rendered(source, sites, { start: 0, end: source.length })}${isChosen}`;
}

/** Outer ones before those inside them. */
function sitesOf(mutants: readonly Mutant[]): readonly Site[] {
	const sites = new Map<string, Site>();
	for (const mutant of mutants) {
		const { start, end, form } = mutant;
		const key = `${start}-${end}-${form}`;
		const site = sites.get(key) ?? { start, end, form, mutants: [] };
		site.mutants.push(mutant);
		sites.set(key, site);
	}
	return [...sites.values()].toSorted((one, other) => one.start - other.start || other.end - one.end);
}

function rendered(source: string, sites: readonly Site[], { start, end }: Pick<Site, 'start' | 'end'>): string {
	let text = '';
	let at = start;
	for (const site of sites) {
		if (site.start < at || site.end > end) continue;
		const inside = sites.filter((other) => other !== site && other.start >= site.start && other.end <= site.end);
		text += source.slice(at, site.start) + switched(site, rendered(source, inside, site));
		at = site.end;
	}
	return text + source.slice(at, end);
}

function switched({ form, mutants }: Site, inner: string): string {
	if (form === 'expression')
		return `(${mutants.map(({ id, after }) => `__mutant(${id}) ? (${after}) : `).join('')}(${inner}))`;
	return `{${mutants.map(({ id, after }) => `if (__mutant(${id})) {${after}} else `).join('')}${inner}}`;
}
