import { type Allow, type Fields, isMembers, pick } from '../read/allow.ts';

/** Characters of a name; the longest that is known has 30. One can be as long as a whole request, and to rewrite that takes seconds. */
const longestName = 48;

/** Google's servers read both `generationConfig` and `generation_config` (https://protobuf.dev/programming-guides/json/): one is written. Pure. */
export function camelled(name: string): string {
	if (name.length > longestName) return name;
	return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}

/** An object's members in the one spelling; of two that are the same then, the last. */
export function inOneSpelling(members: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return Object.fromEntries(Object.entries(members).map(([name, value]) => [camelled(name), value]));
}

/** As `object`, in either spelling. */
export function message(fields: Fields): Allow {
	return (value, notes) => (isMembers(value) ? pick(inOneSpelling(value), fields, notes) : undefined);
}
