import { userInfo } from 'node:os';
import { isAbsolute, join } from 'node:path';
import { isatty } from 'node:tty';
import { defaultHome, environment, ownEnvironment } from '../config/environment.ts';
import { needRights } from '../process/rights.ts';
import { type BotUser, botUser } from './bot-user.ts';
import { failureOf } from './desk/serve-desk.ts';
import type { Failure } from './desk/words.ts';
import { type ArtifactsFolder, artifactsIn } from './ground/artifacts-folder.ts';
import { groundOf } from './ground/ground.ts';
import { type Shown, viewWords } from './ground/view.ts';
import { homeForBot } from './home/home-for-bot.ts';
import { isClear } from './home/left-over.ts';
import { runBot } from './run-bot.ts';
import { byRoot, saysTerminal, wayOf } from './verb-of.ts';

export interface RootOrder {
	/** The clone. */
	readonly program: string;
	readonly args: readonly string[];
	/** The text of `.env`. Rejects with `ProblemError` where it cannot be read. */
	readonly readDotEnv: () => Promise<string>;
	/** Asks whoever sits here for settings. Resolves with the exit code. */
	readonly askForSettings: () => Promise<number>;
	/** Takes a line for people. */
	readonly say: (line: string) => void;
}

/**
 * Runs a command line by a process that is not root, and does for it what takes root. Resolves with its exit code when it is gone, and with it all that it
 * had of this host; rejects with `ProblemError`.
 */
export async function runAsRoot(order: RootOrder): Promise<number> {
	const { askForSettings } = order;
	for (let isSetUp = false; ; isSetUp = true) {
		const { code, wantsSetUp } = await runOnce(order, isSetUp);
		if (!wantsSetUp) return code;
		const asked = await askForSettings();
		if (asked !== 0) return asked;
	}
}

async function runOnce(order: RootOrder, isSetUp: boolean): ReturnType<typeof runBot> {
	const { args, say, program: clone } = order;
	const dotEnv = await order.readDotEnv();
	const user = await botUser(new AbortController().signal);
	const { shown, env } = await groundOf(clone, ownEnvironment(), user);
	const home = await homeOf(order, dotEnv, user);
	await using stack = new AsyncDisposableStack();
	let artifacts: ArtifactsFolder | undefined;
	const makeArtifacts = async (): Promise<string> => {
		artifacts ??= stack.use(await artifactsIn(process.cwd(), user));
		return artifacts.path;
	};
	const needs = { shown: [...shown, ...writable(home)], cwd: process.cwd(), sought: home ?? wantedHome(dotEnv) };
	let view = await viewWords(needs, user);
	// A folder that is made later is not seen there.
	if (view.length > 0 && mayTalkHere(args)) {
		const path = await makeArtifacts().catch(() => undefined);
		view = await viewWords({ ...needs, shown: [...needs.shown, ...writable(path)] }, user);
	}
	return await runBot({
		bot: {
			user,
			view,
			program: join(clone, 'src', 'main.ts'),
			args: [byRoot, ...args],
			env: home === undefined ? env : { ...env, THREADSMITH_HOME: home },
		},
		hello: { dotEnv, person: userInfo().username, isSetUp, isClear: await isClear(home), ...(await lackOf()) },
		home,
		makeArtifacts,
		isTerminal: saysTerminal(args) || wayOf(args) === 'demo',
		say,
	});
}

/** Why this process itself could have no sandboxes. */
async function lackOf(): Promise<{ readonly lacking?: Failure }> {
	return await needRights().then(
		() => ({}),
		(error: unknown) => ({ lacking: failureOf(error) }),
	);
}

function mayTalkHere(args: readonly string[]): boolean {
	const way = wayOf(args);
	return way === 'demo' || saysTerminal(args) || (way === 'talk' && isatty(0));
}

function writable(path: string | undefined): readonly Shown[] {
	return path === undefined ? [] : [{ path, kind: 'folder', rights: 'write' }];
}

function wantedHome(dotEnv: string): string {
	const env = environment(dotEnv);
	return env['THREADSMITH_HOME'] ?? defaultHome(env);
}

/** Undefined where there is none, or the settings' one is no path: the bot says so. */
async function homeOf(
	{ args, program: clone, say }: RootOrder,
	dotEnv: string,
	user: BotUser,
): Promise<string | undefined> {
	const home = wantedHome(dotEnv);
	const way = wayOf(args);
	if (way === 'demo' || !isAbsolute(home)) return undefined;
	return await homeForBot({ home, user, missing: way === 'talk' ? 'make' : 'leave', program: clone, say });
}
