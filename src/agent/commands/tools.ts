import type { SessionFolder } from '../../store/store.ts';
import { currentOf, versionOf } from '../forge/registry/registry.ts';
import { catalogProblems, type KnownTool, knownTools } from '../forge/use/known-tools.ts';
import { pickVersion } from '../forge/use/pick-tool.ts';
import { ownTool, rollBack } from '../forge/use/rollback.ts';
import type { Command, CommandScene } from './command.ts';
import { spoken } from './spoken.ts';
import type { CommandDeps } from './table.ts';
import { requestOf, toolsArguments } from './tools/tool-arguments.ts';
import { listText } from './tools/tool-list.ts';
import { completeTools } from './tools/tool-names.ts';
import { shareTool } from './tools/tool-share.ts';
import { showText, versionsText } from './tools/tool-text.ts';

type Deps = Pick<CommandDeps, 'builtIns' | 'sessions' | 'store' | 'roleOf' | 'places'>;

export function toolsCommand(deps: Deps): Command {
	return {
		info: {
			name: 'tools',
			usage: 'tools [what]',
			help: 'List the tools of this session; or show, versions, rollback, share and the name of one',
			complete: completeTools(deps),
		},
		args: toolsArguments,
		right: (args) => rights[requestOf(args).verb],
		// What changes something waits for the running turn, and has the session's lease.
		when: (args) => (['rollback', 'share'].includes(requestOf(args).verb) ? 'in-order' : 'at-once'),
		run: (args, scene) => answerTo(args, scene, deps),
	};
}

const rights = { list: 'guest', show: 'guest', versions: 'guest', rollback: 'owner', share: 'owner' } as const;

async function answerTo(args: string, scene: CommandScene, deps: Deps): Promise<string> {
	const request = requestOf(args);
	switch (request.verb) {
		case 'list':
			return [listText(deps.builtIns, await knownTools(scene, deps)), ...(await leftOut(scene, deps))].join('\n');
		case 'show':
			return shown(pickVersion(request, await knownTools(scene, deps)), request.version);
		case 'versions':
			return versionsText(await ownTool(request.name, scene.folder));
		case 'rollback':
			return rolledBack(request, scene);
		case 'share':
			return shareTool(request, scene, { ...deps, records: deps.store.records });
	}
}

/** What is wrong in the catalog, for people who can mend it. */
async function leftOut({ thread }: CommandScene, deps: Deps): Promise<string[]> {
	return (await catalogProblems(thread, deps)).map((problem) => `Left out: ${problem}`);
}

function shown(picked: KnownTool | string, version: number | undefined): string {
	if (typeof picked === 'string') return picked;
	if (picked.from === 'catalog') return showText(picked.manifest, undefined);
	const entry = (version !== undefined && versionOf(picked.entry, version)) || currentOf(picked.entry);
	return showText(entry.manifest, entry);
}

async function rolledBack(
	{ name, version }: { readonly name: string; readonly version: number | undefined },
	{ folder, thread }: { readonly folder: SessionFolder } & Pick<CommandScene, 'thread'>,
): Promise<string> {
	const { id, from, to, released } = await rollBack(await ownTool(name, folder), version, folder);
	const free = released ? ' It is not quarantined any more.' : '';
	if (from === to) return `${id} version ${to} is used again.${free}`;
	return `${id}: from version ${from} to version ${to}.${free} The way back: ${spoken(`tools rollback ${id} ${from}`, thread)}`;
}
