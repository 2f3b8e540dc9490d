/** Names that an agent was seen to look up whatever it is told, each with why. None of them can be reached from a box. */
const known: Readonly<Record<string, Readonly<Record<string, string>>>> = {};

/** Names of a list that are not known of that agent. Pure. */
export function unknownNames(agent: string, names: readonly string[]): readonly string[] {
	return names.filter((name) => known[agent]?.[name] === undefined);
}
