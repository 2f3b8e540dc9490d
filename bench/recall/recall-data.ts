import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { ForgeSpec } from '../../src/agent/forge/spec/spec.ts';
import type { ListedTool } from '../../src/agent/tool-sources/tool-source.ts';

/**
 * 200 tools as Brains have them listed, what people ask for them by, and orders, all made up. The queries and the orders were written before
 * any phrase was; of a thread's languages each tool has English and one other.
 */
export interface RecallData {
	readonly tools: readonly RecallTool[];
	readonly queries: readonly Query[];
	readonly orders: readonly Order[];
}

export interface RecallTool extends ListedTool {
	readonly id: string;
	/** Of those that orders are near to: its schemas and its Python. */
	readonly body?: Body;
}

interface Body {
	readonly input: Schema;
	readonly output: Schema;
	readonly code: string;
}

export const kinds = ['words', 'language', 'misspelt'] as const;
export type Kind = (typeof kinds)[number];

export interface Query {
	readonly kind: Kind;
	readonly tool: string;
	readonly text: string;
}

/** `same`: the tool does it. `other`: nothing there does, though that tool is near; some want its opposite. */
export interface Order {
	readonly kind: 'same' | 'other';
	readonly tool: string;
	readonly spec: ForgeSpec;
}

type Schema = Readonly<Record<string, unknown>>;

export async function readRecallData(): Promise<RecallData> {
	const [tools, phrases, queries] = await Promise.all(['tools', 'phrases', 'queries'].map(readRows));
	const bodies = bodiesIn(await readPart('bodies.txt'));
	const orders = (await readPart('orders.jsonl')).trim().split('\n');
	const foundOf = new Map(phrases?.map((row) => [row[0], row]));
	return {
		tools: (tools ?? []).map((row) => toolOf(row, foundOf.get(row[0]) ?? [], bodies)),
		queries: (queries ?? []).map(([kind = '', tool = '', text = '']) => ({ kind: kindOf(kind), tool, text })),
		orders: orders.map((line) => orderOf(JSON.parse(line))),
	};
}

function readPart(name: string): Promise<string> {
	return readFile(join(import.meta.dirname, name), 'utf8');
}

async function readRows(name: string): Promise<readonly (readonly string[])[]> {
	return (await readPart(`${name}.tsv`))
		.trim()
		.split('\n')
		.map((line) => line.split('\t'));
}

function kindOf(text: string): Kind {
	const kind = kinds.find((one) => one === text);
	if (kind === undefined) throw new Error(`There is no kind "${text}" of queries`);
	return kind;
}

function toolOf(
	[id = '', purpose = '', parameters = '']: readonly string[],
	[, english = '', other = '', synonyms = '', notFor = '']: readonly string[],
	bodies: ReadonlyMap<string, Body>,
): RecallTool {
	const [category = '', name = ''] = id.split('/');
	const found = {
		phrases: [...listed(english, ';'), ...listed(other, ';')],
		synonyms: listed(synonyms, ','),
		notFor: listed(notFor, ';'),
	};
	const body = bodies.get(id);
	const said = { usage: '', parameters: listed(parameters, ','), touches: 'uses-tools', marks: [] } as const;
	const listing = { id, category, name, purpose, ...said, found };
	return { ...listing, ...(body && { body }) };
}

function listed(text: string, between: string): readonly string[] {
	return text
		.split(between)
		.map((part) => part.trim())
		.filter(Boolean);
}

/** `### category/name field:type … -> field:type …`, and the Python below it. */
function bodiesIn(text: string): ReadonlyMap<string, Body> {
	const parts = text.split(/^### /m).slice(1);
	return new Map(
		parts.map((part) => {
			const [head = '', ...code] = part.split('\n');
			const [id = '', ...fields] = head.split(' ');
			const [input = '', output = ''] = fields.join(' ').split('->');
			return [id, { input: schemaOf(input), output: schemaOf(output), code: code.join('\n') }];
		}),
	);
}

const scalar = ['string', 'number', 'boolean', 'null'];
const map = {
	type: [...scalar, 'object'],
	additionalProperties: { type: [...scalar, 'object'], additionalProperties: { type: scalar } },
};
const types: Readonly<Record<string, Schema>> = {
	array: { type: 'array', items: { anyOf: [{ type: scalar }, { type: 'array', items: { type: scalar } }, map] } },
	object: { type: 'object', additionalProperties: map },
};

function schemaOf(fields: string): Schema {
	const named = listed(fields, ' ').map((field) => field.split(':'));
	const properties = named.map(([name = '', type = '']) => [name, types[type] ?? { type }]);
	return {
		type: 'object',
		properties: Object.fromEntries(properties),
		required: named.map(([name]) => name),
		additionalProperties: false,
	};
}

interface WrittenOrder extends Pick<ForgeSpec, 'name' | 'purpose'> {
	readonly kind: Order['kind'];
	readonly tool: string;
	readonly input: string;
	readonly output: string;
	readonly examples: readonly (readonly [Record<string, unknown>, Record<string, unknown>])[];
	readonly rejects: readonly Record<string, unknown>[];
}

function orderOf({ kind, tool, name, purpose, input, output, examples, rejects }: WrittenOrder): Order {
	const spec: ForgeSpec = {
		name,
		category: 'ordered',
		purpose,
		input: schemaOf(input),
		output: schemaOf(output),
		examples: examples.map(([given, result]) => ({ input: given, output: result })),
		rejects: rejects.map((given) => ({ input: given })),
		capabilities: [],
		dependencies: [],
		varies: false,
		repairs: undefined,
	};
	return { kind, tool, spec };
}
