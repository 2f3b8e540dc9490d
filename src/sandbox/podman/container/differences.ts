/** Facts of a sandbox that matter for its isolation, by a name people understand. */
export type Facts = Readonly<Record<string, string | number>>;

/** One half sentence for each fact that was asked for and is not so: `memory limit is 0, asked for 1073741824`. */
export function differences(asked: Facts, found: Facts): string[] {
	return Object.entries(asked)
		.filter(([name, value]) => found[name] !== value)
		.map(([name, value]) => `${name} is ${found[name] ?? 'not known'}, asked for ${value}`);
}
