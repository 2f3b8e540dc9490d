import { userMessage } from '../../errors.ts';
import type { Inbound } from '../../store/inbound.ts';
import type { SessionFolder } from '../../store/store.ts';
import type { Command } from '../commands/command.ts';
import { may } from '../people.ts';
import type { Session } from '../session/session.ts';
import { readRecord, standingOf } from '../session/session-record.ts';
import type { DispatchDeps } from './deps.ts';
import { say } from './say.ts';

export type CommandInbound = Extract<Inbound, { type: 'command' }>;

/** Does a command and says what came of it; a failure is said, not thrown. `session` is there when it runs in order. */
export async function runCommand(
	inbound: CommandInbound,
	at: { readonly folder: SessionFolder; readonly session?: Session },
	deps: DispatchDeps,
): Promise<void> {
	const id = at.folder.paths.session;
	const text = await answerTo(inbound, at, deps).catch((error: unknown) => {
		deps.log.warn('Command failed', { session: id, command: inbound.name, err: error });
		return userMessage(error);
	});
	await say(id, inbound, text, deps);
}

async function answerTo(
	inbound: CommandInbound,
	{ folder, session }: { readonly folder: SessionFolder; readonly session?: Session },
	{ commands }: DispatchDeps,
): Promise<string> {
	const { name, thread, person } = inbound;
	const command = commands.find((one) => one.info.name === name);
	if (!command) return `There is no command "${name}". /help lists them.`;
	const args = command.args.safeParse(inbound.args);
	if (!args.success) return `/${command.info.usage}: ${args.error.issues[0]?.message ?? 'wrong arguments'}`;
	const denied = await denial(command, inbound, folder);
	return denied ?? command.run(args.data, { thread, person, id: folder.paths.session, folder, session });
}

async function denial(
	command: Command,
	{ person }: CommandInbound,
	folder: SessionFolder,
): Promise<string | undefined> {
	const standing = standingOf(person, await readRecord(folder));
	return may(standing, command.right) ? undefined : `/${command.info.name} is for ${whoMay[command.right]}.`;
}

const whoMay = {
	guest: 'everyone',
	member: 'members',
	participant: 'those who take part in this session',
	owner: "this session's owner",
	admin: 'admins',
} as const;
