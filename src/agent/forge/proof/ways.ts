import { isRecord } from '../../model/text/json-text.ts';
import type { Manifest } from '../registry/manifest.ts';
import type { ForgeSpec } from '../spec/spec.ts';
import { inputValidator } from '../use/validators.ts';

/** How a tool may be called with what an order speaks of: its own name for each of the order's. */
export type Way = ReadonlyMap<string, string>;

type Input = Readonly<Record<string, unknown>>;

/** Names that may differ, and ways that are tried: each is run, and more names than these are no slip of words. */
const mostOthers = 3;
const mostWays = 3;

/**
 * The ways to call the tool with all examples of the order: by the order's own names where they fit, else by the tool's in their place,
 * as far as its schema takes them. None where there is no such way.
 */
export async function waysToCall(
	{ examples }: Pick<ForgeSpec, 'examples'>,
	manifest: Manifest,
): Promise<readonly Way[]> {
	const inputs = examples.map(({ input }) => input);
	const fits = await inputValidator(manifest);
	const isTaken = (way: Way) => inputs.every((input) => fits(renamed(input, way)) === undefined);
	const same: Way = new Map();
	if (isTaken(same)) return [same];
	const own = isRecord(manifest.input['properties']) ? Object.keys(manifest.input['properties']) : [];
	const used = new Set(inputs.flatMap(Object.keys));
	const strange = [...used].filter((name) => !own.includes(name));
	const free = own.filter((name) => !used.has(name)).slice(0, 2 * mostOthers);
	if (strange.length === 0 || strange.length > mostOthers) return [];
	return pairings(strange, free).filter(isTaken).slice(0, mostWays);
}

/** Every way to give each name another of its own. Pure; small lists alone. */
function pairings([name, ...names]: readonly string[], free: readonly string[]): readonly Way[] {
	if (name === undefined) return [new Map()];
	return free.flatMap((other) =>
		pairings(
			names,
			free.filter((one) => one !== other),
		).map((rest): Way => new Map([[name, other], ...rest])),
	);
}

/** An input of the order as the tool is called with it. Pure. */
export function renamed(input: Input, way: Way): Input {
	return Object.fromEntries(Object.entries(input).map(([name, value]) => [way.get(name) ?? name, value]));
}
