import { z } from 'zod';
import type { ChatRequest, ChatRequestMessage, ScriptedReply, ScriptFunction } from './model-server/script.ts';

const text = (description: string) => ({ type: 'string', description });

const forging = {
	name: 'sum_by_column',
	category: 'tables',
	purpose: 'Sum one column of a CSV file for each value of another; write the totals as a CSV file and as a bar chart.',
	input: {
		type: 'object',
		additionalProperties: false,
		required: ['file', 'group_by', 'value'],
		properties: {
			file: text('Path of the CSV file'),
			group_by: text('Column to group by'),
			value: text('Column to sum'),
			table: text('Path of the CSV file to write; none without it'),
			chart: text('Path of the PNG file to write; none without it'),
		},
	},
	output: {
		type: 'object',
		additionalProperties: false,
		required: ['totals', 'files'],
		properties: {
			totals: {
				type: 'array',
				description: 'Highest first',
				items: {
					type: 'object',
					additionalProperties: false,
					required: ['group', 'total'],
					properties: { group: { type: 'string' }, total: { type: 'number' } },
				},
			},
			files: { type: 'array', items: text('A path that was written') },
		},
	},
	examples: [
		{
			input: { file: 'small.csv', group_by: 'kind', value: 'cost' },
			files: { 'small.csv': 'kind,cost\na,1.5\nb,2\na,3\n' },
			output: {
				totals: [
					{ group: 'a', total: 4.5 },
					{ group: 'b', total: 2 },
				],
				files: [],
			},
		},
		{
			input: { file: 'trips.csv', group_by: 'city', value: 'km', table: 'totals.csv', chart: 'totals.png' },
			files: { 'trips.csv': 'city,km,day\nRome,10,Mon\nOslo,7,Mon\nOslo,8,Tue\n' },
			output: {
				totals: [
					{ group: 'Oslo', total: 15 },
					{ group: 'Rome', total: 10 },
				],
				files: ['totals.csv', 'totals.png'],
			},
			writes: {
				'totals.csv': 'city,km\nOslo,15\nRome,10\n',
				'totals.png': { series: [{ x: ['Oslo', 'Rome'], y: [15, 10] }] },
			},
		},
	],
	rejects: [
		{
			input: { file: 'small.csv', group_by: 'colour', value: 'cost' },
			files: { 'small.csv': 'kind,cost\na,1\n' },
			says: 'colour',
		},
	],
	capabilities: ['files'],
};

/** Both messages hand in one file; this is its name below /inputs. */
function inputOf(words: string): string {
	return /New files in \/inputs: ([\w.-]+)/.exec(words)?.[1] ?? 'missing.csv';
}

function use(file: string): ScriptedReply {
	const stem = file.replace(/\.csv$/, '');
	const input = {
		file: `/inputs/${file}`,
		group_by: 'region',
		value: 'amount',
		table: `/outputs/${stem}-totals.csv`,
		chart: `/outputs/${stem}-totals.png`,
	};
	return { calls: [{ name: 'use_tool', arguments: { name: 'tables/sum_by_column', input } }] };
}

const resultSchema = z.object({ totals: z.array(z.object({ group: z.string(), total: z.number() })) });

/** The answer, out of what the tool has found: no number of it stands here. */
function answer(result: ChatRequestMessage | undefined): ScriptedReply {
	const found = resultSchema.safeParse(JSON.parse(result?.content ?? '{}'));
	if (!found.success) return { text: 'The tool gave no totals.' };
	const lines = found.data.totals.map(({ group, total }) => `- ${group}: ${total.toFixed(2)}`);
	return {
		text: [
			'Totals per region, highest first:\n\n',
			...lines.map((line) => `${line}\n`),
			'\nThe table and the chart are attached.',
		],
		chunkDelayMs: 40,
	};
}

function firstTurn(step: number, file: string, last: ChatRequestMessage | undefined): ScriptedReply {
	switch (step) {
		case 0:
			return {
				text: 'I look at the file, and whether there is a tool for this.',
				calls: [
					{ name: 'bash', arguments: { command: `head -n 4 /inputs/${file} && wc -l < /inputs/${file}` } },
					{ name: 'find_tools', arguments: {} },
				],
			};
		case 1:
			return { text: 'There is none yet, so I have one made.', calls: [{ name: 'forge_tool', arguments: forging }] };
		case 2:
			return use(file);
		default:
			return answer(last);
	}
}

function secondTurn(step: number, file: string, last: ChatRequestMessage | undefined): ScriptedReply {
	if (step === 0)
		return {
			text: 'There should be a tool for this by now.',
			calls: [{ name: 'find_tools', arguments: { category: 'tables' } }],
		};
	return step === 1 ? use(file) : answer(last);
}

/** The Brain: it goes by what the conversation holds, as a model would, only always in the same way. */
export const brainScript: ScriptFunction = ({ messages }: ChatRequest) => {
	const said = messages.filter((message) => message.role === 'user');
	const at = messages.findLastIndex((message) => message.role === 'user');
	const step = messages.slice(at).filter((message) => message.role === 'assistant').length;
	const file = inputOf(said.at(-1)?.content ?? '');
	return said.length === 1 ? firstTurn(step, file, messages.at(-1)) : secondTurn(step, file, messages.at(-1));
};
