import { isRecord } from '../../base/schema/schema-types.ts';

const names = ['tool', 'tool_name', 'toolName', 'id'];
const inputs = ['arguments', 'args', 'parameters', 'params', 'kwargs'];

/**
 * The arguments of `use_tool` by its own names, where another name says the same: results and lists of tools speak of tools, and models copy
 * them. Without an input it is what stands beside the name. Pure.
 */
export function asUse(given: unknown): unknown {
	const whole = isRecord(given) && isRecord(given['use_tool']) ? given['use_tool'] : given;
	if (!isRecord(whole)) return whole;
	const named = renamed(whole, 'name', names, (value) => typeof value === 'string');
	const filled = renamed(named, 'input', inputs, () => true);
	if ('input' in filled || typeof filled['name'] !== 'string') return filled;
	const { name, version, ...input } = filled;
	return { name, input, ...(version !== undefined && { version }) };
}

function renamed(
	record: Readonly<Record<string, unknown>>,
	to: string,
	others: readonly string[],
	fits: (value: unknown) => boolean,
): Readonly<Record<string, unknown>> {
	const other = others.find((name) => name in record && fits(record[name]));
	if (to in record || other === undefined) return record;
	const { [other]: value, ...rest } = record;
	return { ...rest, [to]: value };
}
