import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Argument, valueIn } from '../../../../src/agent/commands/syntax/arguments.ts';
import {
	type ActionInfo,
	actionsOf,
	type CommandInfo,
	isGroup,
} from '../../../../src/agent/commands/syntax/command-info.ts';
import { completeArguments } from '../../../../src/agent/commands/syntax/complete-arguments.ts';
import { printArguments } from '../../../../src/agent/commands/syntax/print-arguments.ts';
import { readArguments } from '../../../../src/agent/commands/syntax/read-arguments.ts';
import { toolName } from '../../../../src/agent/commands/tools/tool-arguments.ts';
import { keep } from '../../../../src/agent/memory/keep.ts';
import { platformCommands } from '../../../../src/platforms.ts';
import { bo, said } from '../../../support/commands.ts';
import { keepTool } from '../../../support/kept-tools.ts';
import { thread } from '../../../support/workbench.ts';
import { openBench } from '../open-bench.ts';
import { valuesFor } from './given-values.ts';
import { realCommands } from './real-commands.ts';

/** A session of Bo's with a tool, and every command that there is. */
async function openCommands() {
	const at = await openBench();
	await at.bench.say(said('mine', { person: bo }));
	await keepTool(at.folder);
	const draft = { text: 'May', letter: 'm', at: new Date().toISOString(), from: 'Bo', supersedes: [] };
	await keep(draft, at.bench.notes.open({ kind: 'session', session: at.folder.id }));
	const own = Object.values(platformCommands).flatMap((platform) => platform.own);
	const commands: readonly CommandInfo[] = [...realCommands(at.bench), ...own];
	return { commands, [Symbol.asyncDispose]: at[Symbol.asyncDispose] };
}

const reads = (command: CommandInfo, text: string) => readArguments(command, text).kind === 'ok';

describe('every command', () => {
	it('is read as it was printed', async () => {
		await using at = await openCommands();
		for (const command of at.commands)
			for (const action of actionsOf<ActionInfo>(command))
				fc.assert(
					fc.property(valuesFor(action), (values) => {
						const text = printArguments(command, action, values);
						expect(readArguments(command, text)).toEqual({ kind: 'ok', action, values });
					}),
				);
	});

	it('is read so also where what comes first is left out', () => {
		const number = { kind: 'count', name: 'version', help: 'a number', most: 99, optional: true } as const;
		const where = { kind: 'word', name: 'where', help: 'a place', optional: true } as const;
		const wanted = { name: 'show', help: 'Show', arguments: [where, toolName, number] };
		fc.assert(
			fc.property(valuesFor(wanted), (values) => {
				const text = printArguments(wanted, wanted, values);
				expect(readArguments(wanted, text)).toEqual({ kind: 'ok', action: wanted, values });
			}),
		);
	});

	it('is printed as it was read, however it was written', async () => {
		await using at = await openCommands();
		for (const command of at.commands) {
			const names = isGroup(command) ? command.subcommands.map(({ name }) => name) : [];
			const word = fc.oneof(
				fc.constantFrom('', 'wait', 'STEER', 'sum', 'a/b', '2', '0', ...names),
				fc.stringMatching(/^\S{1,8}$/),
			);
			const text = fc.array(fc.tuple(word, fc.constantFrom(' ', '\n', '  ', '\t')), { maxLength: 4 });
			fc.assert(
				fc.property(text, (words) => {
					const reading = readArguments(command, words.flat().join(''));
					if (reading.kind === 'wrong') return;
					const printed = printArguments(command, reading.action, reading.values);
					expect(readArguments(command, printed)).toEqual(reading);
				}),
			);
		}
	});

	it('reads whatever completion offers for it, at every place of the line', async () => {
		await using at = await openCommands();
		const offered = [];
		for (const command of at.commands)
			offered.push(...(await linesFrom(command, '')).map((line) => [command, line] as const));
		expect(offered.map(([{ name }, line]) => `${name} ${line}`)).toEqual(
			expect.arrayContaining(['mode steer', 'load local-bench', 'tools list', 'tools show numbers/double_number']),
		);
		await fc.assert(
			fc.asyncProperty(fc.constantFrom(...offered), fc.nat(), async ([command, line], at) => {
				const begun = line.slice(0, at % (lengthOffered(command, line) + 1));
				const lines = await linesFrom(command, begun);
				expect(lines).toContain(line);
				expect(lines.filter((one) => !reads(command, one))).toEqual([]);
			}),
		);
	});
});

/** Nobody offers the words that are written, nor how they go on. */
function lengthOffered(command: CommandInfo, line: string): number {
	const action = actionsOf<ActionInfo>(command).find(({ name }) => !isGroup(command) || line.startsWith(`${name} `));
	const ends = action ? written(action, '') : [];
	const end = ends.find((words) => line.endsWith(` ${words}`));
	return end === undefined ? line.length : line.length - end.length - 1;
}

/** The lines that a text becomes when completion is followed to its end, and words that nobody offers are written. */
async function linesFrom(command: CommandInfo, text: string): Promise<readonly string[]> {
	const { hits, on } = await completeArguments(command, text, { person: bo, thread });
	const lines = hits.map((hit) => `${text.slice(0, text.length - on.length)}${hit}`);
	const ends = await Promise.all(lines.map(async (line) => (line.endsWith(' ') ? await goOn(command, line) : [line])));
	return ends.flat();
}

async function goOn(command: CommandInfo, line: string): Promise<readonly string[]> {
	const further = await linesFrom(command, line);
	const begun = actionsOf<ActionInfo>(command).filter(({ name }) => !isGroup(command) || line.startsWith(`${name} `));
	return further.length > 0 ? further : begun.flatMap((action) => written(action, line));
}

/** The line with a word for the argument that is asked for next. */
function written(action: ActionInfo, line: string): readonly string[] {
	const [last] = action.arguments.slice(-1);
	return last === undefined ? [] : [`${line}${sampleOf(last)}`];
}

function sampleOf(argument: Argument): string {
	return ['x', '1'].find((text) => valueIn(argument, text) !== undefined) ?? '';
}
