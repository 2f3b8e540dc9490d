import { z } from 'zod';
import { splitRule } from '../chat/place.ts';
import type { PlatformFacts } from '../chat/platform.ts';

/**
 * A setting that lists whom a role is given to, separated by commas or spaces, in the grammar of the platforms that there are; each rule names
 * the place in which it holds.
 */
export function peopleRules(platforms: readonly PlatformFacts[]) {
	const hasPlace = (rule: string) => platforms.some((facts) => beginsAt(rule, facts));
	const isRule = (rule: string) => platforms.some((facts) => isOf(rule, facts));
	return z
		.string()
		.transform((list) => list.split(/[\s,]+/).filter((one) => one !== ''))
		.refine((rules) => rules.every(hasPlace), {
			error: ({ input }) => {
				const rules = Array.isArray(input) ? input.map(String) : [];
				const numbers = rules.flatMap((rule, at) => (hasPlace(rule) ? [] : [at + 1]));
				return `must list people, each beginning with the place where the right holds (${beginnings(platforms)}): number ${numbers.join(', ')} names none`;
			},
			abort: true,
		})
		.pipe(z.array(z.string().refine(isRule, `must list people such as ${examplesOf(platforms)}`)));
}

/** A rule without its place would hold everywhere. */
function beginsAt(rule: string, { prefix, people }: PlatformFacts): boolean {
	if (people === 'host') return rule === prefix;
	const { place, subject } = splitRule(rule);
	return place.startsWith(`${prefix}:`) && place.length > prefix.length + 1 && subject !== '';
}

function isOf(rule: string, { rules }: PlatformFacts): boolean {
	const { place, subject } = splitRule(rule);
	return rules.place.test(place) && rules.forms.some((form) => form.subject.test(subject));
}

function beginnings(platforms: readonly PlatformFacts[]): string {
	const hosts = platforms.filter(({ people }) => people === 'host').map(({ prefix }) => `, or ${prefix} alone`);
	const others = platforms.filter(({ people }) => people !== 'host');
	const places = others.flatMap(({ rules }) => rules.examples.slice(0, 1).map((one) => `${splitRule(one).place}/…`));
	return `${places.join(' or ')}${hosts.join('')}`;
}

function examplesOf(platforms: readonly PlatformFacts[]): string {
	const examples = platforms.flatMap(({ rules }) => rules.examples);
	return `${examples.slice(0, -1).join(', ')} or ${examples.at(-1)}`;
}
