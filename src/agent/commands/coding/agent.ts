import type { CodingAgent } from '../../coding/coding-agent.ts';
import { spanWords } from '../../coding/driver/sentences.ts';
import { folderIn } from '../../coding/folder/folder-in.ts';
import type { Home } from '../../coding/run/halt.ts';
import { keepRun, newRun, type RunRecord, runsIn, threadRun } from '../../coding/run/run-record.ts';
import { anotherBegun } from '../../coding/run/runs.ts';
import { type Action, action, type Command, type CommandScene } from '../command.ts';
import type { CommandDeps } from '../command-deps.ts';
import type { FlagArgument, Values } from '../syntax/arguments.ts';
import { behindNote } from '../syntax/flags.ts';
import { helpLines } from '../syntax/usage-of.ts';
import { flagsOf, optionsIn } from './option-flags.ts';

type CodingCommands = NonNullable<CommandDeps['coding']>;

const folderFlag: FlagArgument = {
	kind: 'flag',
	name: 'folder',
	help: 'a folder below /workspace to work in (default: all of that)',
	optional: true,
	takes: { kind: 'word' },
};

/** `/agent <name> <task>`, and what ends that. Each agent's options are its flags. */
export function agentCommand(coding: CodingCommands): Command {
	const rows = coding.agents.map((agent) => rowAction(agent, coding));
	return {
		name: 'agent',
		help: 'Have a coding agent work in this thread',
		subcommands: [helpAction(coding, rows), ...rows, doneAction(coding), undoAction(coding)],
	};
}

function rowAction(agent: CodingAgent, coding: CodingCommands): Action {
	const { name, title, options, run } = agent;
	const flags = run.kind === 'refused' ? [] : [folderFlag, ...flagsOf(options)];
	return action({
		name,
		help:
			run.kind === 'refused'
				? `Say why ${title} cannot work here`
				: `Have ${title} do a task, and answer in this thread`,
		arguments: [...flags, { kind: 'words', name: 'task', help: 'what is to be done' }],
		right: 'member',
		when: run.kind === 'refused' ? 'in-order' : 'asking',
		run: async (values, scene) => begin(agent, values, scene, coding),
	});
}

async function begin(agent: CodingAgent, values: Values, scene: CommandScene, coding: CodingCommands): Promise<string> {
	if (agent.run.kind === 'refused') return agent.run.why;
	if (!(await coding.installed()).some(({ name }) => name === agent.name)) return notInstalled(agent);
	const options = optionsIn(agent.options, values);
	const folder = folderIn(text(values['folder']));
	if (options === undefined) return `${agent.title} does not take these options together.`;
	if (folder === undefined) return 'The folder has to be one below `/workspace`.';
	const living = await threadRun(scene.folder, Date.now());
	const wanted = { agent: agent.name, options, folder, asked: 'thread' } as const;
	const goesOn = living !== undefined && isAlike(living, wanted);
	const left = goesOn ? [] : await coding.bringHome(scene.folder);
	const kept = left.find(({ state }) => state === 'kept');
	if (kept) return keptText(kept.told, living, scene);
	if (!goesOn) await replace(wanted, scene, coding);
	const task = text(values['task']) ?? '';
	await scene.say(task);
	const began = goesOn ? [] : [...left.map(({ told }) => told), beganText(agent, scene, coding)];
	return [...began, ...behindNote([folderFlag, ...flagsOf(agent.options)], task)].join('\n');
}

function text(value: string | number | undefined): string | undefined {
	return value === undefined ? undefined : String(value);
}

type Wanted = Pick<RunRecord, 'agent' | 'options' | 'folder' | 'asked'>;

/** It is given again to go on: then nothing begins anew. */
function isAlike(run: RunRecord, { agent, options, folder }: Wanted): boolean {
	return run.agent === agent && run.folder === folder && JSON.stringify(run.options) === JSON.stringify(options);
}

async function replace(wanted: Wanted, { folder }: CommandScene, { runs }: CodingCommands): Promise<void> {
	await runs.end(folder, anotherBegun);
	await keepRun(folder, newRun(wanted, await runsIn(folder), Date.now()));
}

function beganText({ title }: CodingAgent, { spell }: CommandScene, { idleMs }: CodingCommands): string {
	return `${title} answers in this thread from now on, until ${spell('agent done')}, or ${spanWords(idleMs)} without a message.`;
}

/** Nothing begins over work that would be lost by it. One that was stopped hears of no message any more. */
function keptText(told: string, living: RunRecord | undefined, { spell }: CommandScene): string {
	const how = living === undefined ? 'try again' : 'write to go on with it';
	return `${told} It is kept, and nothing else was begun: ${how}, or give it up by ${spell('agent done')}.`;
}

function notInstalled({ title, name }: CodingAgent): string {
	return `${title} is not installed here: the operator adds it by \`./threadsmith image agents ${name}\`.`;
}

function helpAction({ agents, installed }: CodingCommands, rows: readonly Action[]): Action {
	return action({
		name: 'help',
		help: 'List the coding agents, and how they are asked',
		arguments: [],
		right: 'guest',
		when: 'at-once',
		run: async (_values, { spell }) => {
			const here = new Set((await installed()).map(({ name }) => name));
			const lines = rows.flatMap((row) => helpLines(row).map(({ usage }) => ({ name: row.name, usage })));
			const told = lines.filter(({ name }) => here.has(name)).map(({ usage }) => `- \`${spell(`agent ${usage}`)}\``);
			const refused = agents.flatMap(({ run }) => (run.kind === 'refused' ? [run.why] : []));
			const missing = agents.filter(({ name, run }) => !here.has(name) && run.kind !== 'refused');
			const others = missing.map(({ title }) => title).join(', ');
			return [
				'A coding agent works on a copy of a folder, and what it changes comes back.',
				...told,
				...(others === ''
					? []
					: [`Not installed here: ${others}. The operator adds them by \`./threadsmith image agents\`.`]),
				...refused,
			].join('\n');
		},
	});
}

function doneAction({ runs, bringHome }: CodingCommands): Action {
	return action({
		name: 'done',
		help: 'Have the Brain answer in this thread again',
		arguments: [],
		again: true,
		right: 'participant',
		when: 'in-order',
		run: async (_values, { folder }) => {
			const living = await threadRun(folder, Date.now());
			const left = await bringHome(folder);
			await runs.end(folder, { kind: 'ended', outcome: 'done' });
			return [...left.map(({ told }) => told), goneText(living, left)].join('\n');
		},
	});
}

function goneText(living: RunRecord | undefined, left: readonly Home[]): string {
	if (left.some(({ state }) => state === 'kept')) return 'The coding agent has gone, and that is lost.';
	return living === undefined ? 'No coding agent answers here.' : 'The coding agent has gone; what it changed is here.';
}

function undoAction({ undo }: CodingCommands): Action {
	return action({
		name: 'undo',
		help: 'Take back what the coding agent has changed last',
		arguments: [],
		long: true,
		right: 'participant',
		when: 'in-order',
		run: async (_values, { folder, signal }) => await undo(folder, signal),
	});
}
