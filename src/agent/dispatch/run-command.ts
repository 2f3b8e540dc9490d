import { userMessage } from '../../errors.ts';
import type { Inbound } from '../../store/inbound.ts';
import type { SessionFolder } from '../../store/store.ts';
import { rightOf } from '../commands/command.ts';
import { spoken } from '../commands/spoken.ts';
import type { Session } from '../session/session.ts';
import type { DispatchDeps } from './deps.ts';
import { hasRight } from './rights.ts';
import { say, type Word } from './say.ts';
import { askStanding, standingName } from './standing.ts';

export type CommandInbound = Extract<Inbound, { type: 'command' }>;

/** Does a command and says what came of it; a failure is said, not thrown. `session` is there when it runs in order. */
export async function runCommand(
	inbound: CommandInbound,
	at: { readonly folder: SessionFolder; readonly session?: Session },
	deps: DispatchDeps,
): Promise<void> {
	const id = at.folder.paths.session;
	let next: string | undefined;
	const goOnIn = (session: string) => {
		next = session;
	};
	const word = await answerTo(inbound, { ...at, goOnIn }, deps).catch((error: unknown) => {
		deps.log.warn('Command failed', { session: id, command: inbound.name, err: error });
		return { text: userMessage(error) };
	});
	if (word.text !== '') await say(id, inbound, word, deps);
	if (next !== undefined && at.session) await goOn(inbound, at.session, next, deps);
}

/** The thread goes on in another session, with what was said in it after the command. */
async function goOn(command: CommandInbound, session: Session, next: string, deps: DispatchDeps): Promise<void> {
	await deps.inThread(command.thread, () => deps.store.bindings.rebind(session.lease, command, next));
	deps.wake(next);
}

interface At {
	readonly folder: SessionFolder;
	readonly session?: Session;
	readonly goOnIn: (session: string) => void;
}

async function answerTo(inbound: CommandInbound, { folder, session, goOnIn }: At, deps: DispatchDeps): Promise<Word> {
	const { name, thread, person, audience } = inbound;
	const command = deps.commands.find((one) => one.info.name === name);
	if (!command) return { text: `There is no command "${name}". ${spoken('help', thread)} lists them.`, to: person };
	const args = command.args.safeParse(inbound.args);
	if (!args.success)
		return {
			text: `${spoken(command.info.usage, thread)}: ${args.error.issues[0]?.message ?? 'wrong arguments'}`,
			to: person,
		};
	const right = rightOf(command, args.data);
	if (!(await hasRight(right, inbound, folder, deps)))
		return { text: `${spoken(command.info.name, thread)} is for ${whoMay[right]}.`, to: person };
	const scene = { thread, person, audience, id: folder.paths.session, folder, session };
	return {
		text: await command.run(args.data, {
			...scene,
			goOnIn,
			questionId: `${scene.id}/${standingName(inbound)}`,
			ask: (question) => askStanding(inbound, folder, question, deps),
			steer: (text) => steerBy(inbound, text, deps),
		}),
	};
}

/** The words of a command, as a message that reaches the running turn. */
async function steerBy(
	{ thread, person, at, key, audience }: CommandInbound,
	text: string,
	{ accept }: DispatchDeps,
): Promise<void> {
	const common = { key: `${key}/words`, thread, person, at, ...(audience && { audience }) };
	await accept({ ...common, type: 'message', text, files: [], steers: true });
}

const whoMay = {
	guest: 'everyone',
	member: 'members',
	participant: 'those who take part in this session',
	owner: "this session's owner",
	admin: 'admins',
} as const;
