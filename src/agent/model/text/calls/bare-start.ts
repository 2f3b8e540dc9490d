const keys = [
	'name',
	'tool_name',
	'function_name',
	'tool',
	'function',
	'action',
	'type',
	'id',
	'tool_call_id',
	'index',
	'arguments',
	'parameters',
	'action_input',
	'tool_calls',
	'tool_call',
	'function_call',
];
const fences = ['```json', '```tool'];

/** Before a decision no call has that much. */
const longest = 600;

/**
 * Whether an answer that starts so may be nothing but a call: JSON whose first key is one of a call, alone, in a list or in a fence, Python in a
 * list, or a tool's name and at once its arguments.
 */
export function bareStart(
	text: string,
	names: ReadonlySet<string>,
	knows: (name: string) => boolean,
): 'yes' | 'no' | 'unknown' {
	if (text.length > longest) return 'no';
	const said = text.trimStart();
	if (fences.some((fence) => fence.startsWith(said.toLowerCase()))) return 'unknown';
	if (/^\w/.test(said)) return namedStart(said, names);
	const inside = said.replace(/^```(?:json|tool(?!_))?\s*/i, '');
	if (inside === '') return 'unknown';
	const item = inside.replace(/^\[\s*/, '');
	if (item === '') return 'unknown';
	if (item[0] === '{') return objectStart(item);
	return inside[0] === '[' ? pythonStart(item, knows) : 'no';
}

function objectStart(item: string): 'yes' | 'no' | 'unknown' {
	const [whole = '', key, closed] = /^\{\s*(?:["'](\w*)(["']?))?/.exec(item) ?? [];
	if (key !== undefined && closed) return keys.includes(key) ? 'yes' : 'no';
	if (whole.length < item.length) return 'no';
	return key === undefined || keys.some((one) => one.startsWith(key)) ? 'unknown' : 'no';
}

function pythonStart(item: string, knows: (name: string) => boolean): 'yes' | 'no' | 'unknown' {
	const [whole = '', name, open] = /^([A-Za-z_][\w.]{0,255})\s*(\()?/.exec(item) ?? [];
	if (name === undefined) return 'no';
	if (open) return knows(name) ? 'yes' : 'no';
	return whole.length < item.length ? 'no' : 'unknown';
}

/** Mistral's and Kimi's, whose tokens were lost, and Python. Other words are not waited for. */
function namedStart(said: string, names: ReadonlySet<string>): 'yes' | 'no' | 'unknown' {
	const starts = [...names].flatMap((name) => [
		...['[ARGS]', '{', '('].map((behind) => `${name}${behind}`),
		...['{', '(', ':'].map((behind) => `functions.${name}${behind}`),
	]);
	if (starts.some((start) => said.startsWith(start))) return 'yes';
	return starts.some((start) => start.startsWith(said)) ? 'unknown' : 'no';
}
