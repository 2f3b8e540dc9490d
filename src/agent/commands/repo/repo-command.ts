import { createSerials } from '../../../base/serial.ts';
import { type Repository, repositorySchema } from '../../../git/repository.ts';
import { type Action, action, type Command, type CommandScene } from '../command.ts';
import { addAction } from './add.ts';
import type { RepoCommandDeps } from './repo-deps.ts';
import { knownTo, named, repositoryName } from './repo-names.ts';
import { repositoryLines } from './repo-text.ts';
import { shellCommandIn, shellRemark } from './shell-text.ts';
import { followIn, wishesIn, wishFlags } from './wish-flags.ts';

/** `/repo`: the repositories of a place, for its admins. What another place has is nowhere in it. */
export function repoCommand(given: Omit<RepoCommandDeps, 'inOrder'>): Command {
	const deps = { ...given, inOrder: createSerials().inOrder };
	return {
		name: 'repo',
		help: 'Repositories that are worked on here',
		subcommands: [
			listAction(deps),
			addAction(deps),
			removeAction(deps),
			commandAction('setup', 'State the command that makes it ready, or none', deps),
			commandAction('test', 'State the command that tests it, or none', deps),
			setAction(deps),
		],
	};
}

function listAction(deps: RepoCommandDeps): Action {
	return action({
		name: 'list',
		help: 'List them',
		arguments: [],
		right: 'member',
		when: 'at-once',
		run: async (_values, scene) => {
			const { place, channel, ...conversation } = deps.places.conversationOf(scene.thread);
			if (place === undefined && 'words' in conversation) return placeless(conversation.words);
			const known = await knownTo(scene, deps);
			if (known.length > 0) return known.flatMap((one) => repositoryLines(one, channel)).join('\n');
			return `No repository is opened here. An admin opens one: \`${scene.spell('repo add <address>')}\``;
		},
	});
}

function placeless({ called, instead }: { readonly called: string; readonly instead: string }): string {
	return `Repositories belong to a place, and ${called} is in none: ask in ${instead}.`;
}

function removeAction(deps: RepoCommandDeps): Action {
	return action({
		name: 'remove',
		help: 'Close one in all channels, and forget its copy',
		arguments: [repositoryName(deps)],
		again: true,
		right: 'admin',
		when: 'at-once',
		run: async ({ name }, scene) => {
			const found = await named(name, scene, deps);
			if (typeof found === 'string') return found;
			await deps.inOrder(found.place, () => deps.repositories.remove(found.place, found.repository.name));
			await deps.git.drop(found.repository);
			const { credential } = found.repository;
			const kept =
				credential === undefined
					? ''
					: ` So does the credential ${credential}: the operator removes it if nothing else needs it.`;
			return `Closed ${found.repository.name}. Its pull requests stay as they are.${kept}`;
		},
	});
}

function commandAction(key: 'setup' | 'test', help: string, deps: RepoCommandDeps): Action {
	return action({
		name: key,
		help,
		arguments: [repositoryName(deps), { kind: 'words', name: 'command', help: 'what a shell runs in its folder' }],
		again: true,
		right: 'admin',
		when: 'at-once',
		run: async ({ name, command: written }, scene) => {
			const command = shellCommandIn(written);
			const isNone = /^none[.!]?$/i.test(command);
			const to = ({ [key]: _former, ...rest }: Wishes) => (isNone ? rest : { ...rest, [key]: command });
			return await change(name, scene, deps, to, shellRemark(command));
		},
	});
}

function setAction(deps: RepoCommandDeps): Action {
	return action({
		name: 'set',
		help: 'Say how its pull requests are made',
		arguments: [...wishFlags, repositoryName(deps)],
		again: true,
		right: 'admin',
		when: 'at-once',
		run: async ({ name, ...values }, scene) => {
			const follow = followIn(values, deps.readFollow);
			if (typeof follow === 'string') return `Nothing was changed: ${follow}`;
			return await change(name, scene, deps, (wishes) => wishesIn(values, wishes, follow) ?? wishes);
		},
	});
}

type Wishes = Repository['wishes'];

/** Changes what is wished of a repository, and shows that, with a remark. */
async function change(
	name: string,
	scene: CommandScene,
	deps: RepoCommandDeps,
	to: (wishes: Wishes) => unknown,
	remark?: string,
): Promise<string> {
	const found = await named(name, scene, deps);
	if (typeof found === 'string') return found;
	const told = await deps.inOrder(found.place, async () => changeNow(name, scene, deps, to));
	return typeof told === 'string' ? told : [...told, ...(remark === undefined ? [] : [remark])].join('\n');
}

/** The lines of the repository as it is then; a sentence where nothing was changed. */
async function changeNow(
	name: string,
	scene: CommandScene,
	deps: RepoCommandDeps,
	to: (wishes: Wishes) => unknown,
): Promise<readonly string[] | string> {
	const found = await named(name, scene, deps);
	if (typeof found === 'string') return found;
	const { success, data, error } = repositorySchema.safeParse({
		...found.repository,
		wishes: to(found.repository.wishes),
	});
	if (!success) return `Nothing was changed: ${String(error.issues[0]?.path.at(1) ?? 'that')} is too long.`;
	await deps.repositories.put(data);
	return repositoryLines(data, deps.places.conversationOf(scene.thread).channel);
}
