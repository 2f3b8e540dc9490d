type Known = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Names that an agent was seen to look up whatever it is told, each with why. None of them can be reached from a box. */
const names: Known = {};

/** Addresses that an agent connects to in its own box, besides the gateway, each with why. Port `*`: one that it is given anew each time. */
const addresses: Known = {
	opencode: { '127.0.0.1:*': 'it serves its own sessions there, and its ACP half asks for them' },
};

/** Names of a list that are not known of that agent. Pure. */
export function unknownNames(agent: string, seen: readonly string[]): readonly string[] {
	return seen.filter((name) => names[agent]?.[name] === undefined);
}

/** Addresses of a list that are neither the gateway's nor known of that agent. Pure. */
export function unknownAddresses(agent: string, seen: readonly string[]): readonly string[] {
	const known = addresses[agent] ?? {};
	return seen.filter((address) => !isOurs(address) && known[address.replace(/\d+$/, '*')] === undefined);
}

/** The gateway's relay, or the box's own name server; nothing is sent to port 0, it only asks for the way. */
function isOurs(address: string): boolean {
	return /^(?:127\.0\.0\.1|\[::1\]|\[::ffff:127\.0\.0\.1\]):(?:18080|53|0)$/.test(address);
}
