import { catalogOf } from '../forge/forge-deps.ts';
import { currentOf, idOf, versionOf } from '../forge/registry/registry.ts';
import { readCases } from '../forge/run/former.ts';
import { dropTest } from '../forge/trial/drop-test.ts';
import { type KnownTool, type KnownTools, knownTools } from '../forge/use/known-tools.ts';
import { pickVersion } from '../forge/use/pick-tool.ts';
import { ownTool, rollBack } from '../forge/use/rollback.ts';
import { type Action, action, type Command, type CommandScene } from './command.ts';
import type { CommandDeps } from './command-deps.ts';
import type { WordArgument } from './syntax/arguments.ts';
import { testNumber, toolName, toolVersion } from './tools/tool-arguments.ts';
import { listText } from './tools/tool-list.ts';
import { completeToolName } from './tools/tool-names.ts';
import { showText, versionsText } from './tools/tool-text.ts';

type Deps = Pick<CommandDeps, 'builtIns' | 'sessions' | 'store' | 'roleOf' | 'places'>;

export function toolsCommand(deps: Deps): Command {
	const name = { ...toolName, complete: completeToolName(deps) };
	return {
		name: 'tools',
		help: 'What tools there are, and what becomes of them',
		subcommands: [
			listAction(deps),
			showAction(name, deps),
			versionsAction(name),
			rollbackAction(name),
			shareAction(name, deps),
			dropAction(name, deps),
		],
	};
}

type Name = typeof toolName & WordArgument;

function listAction(deps: Deps): Action {
	return action({
		name: 'list',
		help: 'List the tools of this session',
		arguments: [],
		right: 'guest',
		when: 'at-once',
		run: async (_values, scene) => listed(await knownTools(scene, deps), deps),
	});
}

function showAction(name: Name, deps: Deps): Action {
	return action({
		name: 'show',
		help: 'Show what a tool does, where it comes from and how it has done',
		arguments: [name, toolVersion],
		right: 'guest',
		when: 'at-once',
		run: async (wanted, scene) =>
			shown(pickVersion(wanted, (await knownTools(scene, deps)).tools), wanted.version, scene.folder),
	});
}

function versionsAction(name: Name): Action {
	return action({
		name: 'versions',
		help: 'List the versions of a tool',
		arguments: [name],
		right: 'guest',
		when: 'at-once',
		run: async (wanted, { folder }) => versionsText(await ownTool(wanted.name, folder)),
	});
}

/** It waits for the running turn, which may use the tool, and has the session's lease; so has sharing. */
function rollbackAction(name: Name): Action {
	return action({
		name: 'rollback',
		help: 'Use an earlier version of a tool again',
		arguments: [name, toolVersion],
		right: 'owner',
		when: 'in-order',
		run: rolledBack,
	});
}

function shareAction(name: Name, deps: Deps): Action {
	return action({
		name: 'share',
		help: 'Propose a tool to the whole workspace',
		arguments: [name, toolVersion],
		right: 'owner',
		when: 'in-order',
		// Seldom used, and it brings the comparing of texts along: loaded when it is.
		run: async (wanted, scene) => {
			const { shareTool } = await import('./tools/tool-share.ts');
			return shareTool(wanted, scene, { ...deps, records: deps.store.records });
		},
	});
}

/** A wrong test would bind each repair: an admin may take away one that the Coder has made up. */
function dropAction(name: Name, deps: Deps): Action {
	return action({
		name: 'drop',
		help: 'Drop a test of a tool that the Coder has made up',
		arguments: [name, testNumber],
		right: 'admin',
		when: 'in-order',
		again: true,
		run: async ({ name: tool, test }, { folder, person, thread }) => {
			const dropping = { by: person.name, catalog: await catalogOf(thread, deps) };
			return (await dropTest(await ownTool(tool, folder), test, dropping, folder)).text;
		},
	});
}

function listed({ tools, problems }: KnownTools, { builtIns }: Deps): string {
	// For those who can mend it.
	return [listText(builtIns, tools), ...problems.map((problem) => `Left out: ${problem}`)].join('\n');
}

async function shown(
	picked: KnownTool | string,
	version: number | undefined,
	folder: CommandScene['folder'],
): Promise<string> {
	if (typeof picked === 'string') return picked;
	const tool = idOf(picked.manifest);
	if (picked.from === 'catalog') {
		const { manifest, catalog } = picked;
		const tests = await readCases(
			{ files: { ...folder.files, tools: catalog.tools } },
			{ tool, version: manifest.version },
		);
		return showText(manifest, undefined, tests);
	}
	const entry = (version !== undefined && versionOf(picked.entry, version)) || currentOf(picked.entry);
	const tests = await readCases(folder, { tool, version: entry.manifest.version });
	return showText(entry.manifest, entry, tests);
}

async function rolledBack(
	{ name, version }: { readonly name: string; readonly version: number | undefined },
	{ folder, spell }: CommandScene,
): Promise<string> {
	const { id, from, to, released } = await rollBack(await ownTool(name, folder), version, folder);
	const free = released ? ' It is not quarantined any more.' : '';
	if (from === to) return `${id} version ${to} is used again.${free}`;
	return `${id}: from version ${from} to version ${to}.${free} The way back: ${spell(`tools rollback ${id} ${from}`)}`;
}
