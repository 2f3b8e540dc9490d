import type { CheckRow } from '../adapters/check-row.ts';
import type { PlatformSetUp, WantedSetting } from '../adapters/platform-set-up.ts';
import { type Config, loadConfig, SettingsError } from '../config/config.ts';
import type { Environment } from '../config/environment.ts';
import type { Desk } from './desk.ts';
import { isYes, type SetUpParts, writeSettings } from './step.ts';

type Values = Readonly<Record<string, string>>;

/** Asks for a platform's tokens, looks with them at how its app is set up, and writes them down. */
export async function setUpPlatform(platform: PlatformSetUp, parts: SetUpParts): Promise<void> {
	const { desk, file } = parts;
	const env = await file.read();
	const isSet = platform.settings.some(({ name }) => env[name] !== undefined);
	desk.say('');
	const question = `${platform.name}: ${isSet ? 'set already. Change it' : 'set it up'}? [n] `;
	if (!isYes(await desk.ask(question))) return;
	desk.say(`  ${platform.guide}`);
	for (let isDone = false; !isDone; ) {
		const values = await askValues(platform, env, desk);
		if (Object.keys(values).length === 0) return;
		isDone = await lookAndWrite(platform, { values, env }, parts);
	}
}

interface Answers {
	readonly values: Values;
	readonly env: Environment;
}

/** Whether no more has to be asked. */
async function lookAndWrite(platform: PlatformSetUp, { values, env }: Answers, parts: SetUpParts): Promise<boolean> {
	const { desk } = parts;
	const isRight = await look(platform, { ...env, ...values }, parts);
	const question = isRight
		? 'Write this down? [y] '
		: 'Write this down all the same (y), skip (s) or ask again (n)? [n] ';
	const answer = (await desk.ask(`  ${question}`)) || (isRight ? 'y' : 'n');
	if (isYes(answer)) await writeSettings(parts, values);
	return isYes(answer) || isRight;
}

/** Only what was answered: an empty answer keeps what there is, and where there is nothing that is needed, nothing is asked any more. */
async function askValues({ settings }: PlatformSetUp, env: Environment, desk: Desk): Promise<Values> {
	const values: Record<string, string> = {};
	for (const setting of settings) {
		const otherwise = env[setting.name] !== undefined ? 'as it is' : setting.isOptional ? 'none' : 'skip';
		const answer = await askFor(setting, otherwise, desk);
		if (answer !== '') values[setting.name] = answer;
		else if (otherwise === 'skip') return {};
	}
	return values;
}

/** Asks again for what can never be right, such as another kind of token. */
async function askFor({ name, from, isSecret }: WantedSetting, otherwise: string, desk: Desk): Promise<string> {
	const question = `  ${name}, ${from} [${otherwise}] `;
	for (;;) {
		const answer = bare(name, await (isSecret ? desk.askSecret(question) : desk.ask(question)));
		const problem = answer && problemWith(name, answer);
		if (!problem) return answer;
		desk.say(`  problem  ${problem}`);
	}
}

/** A value as it was pasted: a whole line of a file of settings, or with its quotes. Pure. */
function bare(name: string, pasted: string): string {
	const value = pasted.replace(new RegExp(`^(export\\s+)?${name}\\s*=\\s*`), '');
	return /^(["'`])(.*)\1$/.exec(value)?.[2]?.trim() ?? value;
}

function problemWith(name: string, value: string): string | undefined {
	const config = configOf({ [name]: value });
	return Array.isArray(config) ? config.find((problem) => problem.startsWith(`${name} must `)) : undefined;
}

/** Says what the platform's app has and lacks with these settings. */
async function look(
	platform: PlatformSetUp,
	env: Environment,
	{ desk, connectionsOf, signal }: SetUpParts,
): Promise<boolean> {
	const config = configOf(env);
	if (Array.isArray(config)) {
		desk.say(config.map((problem) => `  problem  ${problem}`).join('\n'));
		return false;
	}
	const connection = connectionsOf(config).find(({ label }) => label.startsWith(platform.name));
	const rows = (await connection?.check(signal)) ?? [];
	desk.say(rows.map(lineOf).join('\n') || '  problem  these settings do not connect it');
	return rows.length > 0 && rows.every(({ ok }) => ok);
}

/** The settings, or what is wrong with them. */
export function configOf(env: Environment): Config | string[] {
	try {
		return loadConfig(env);
	} catch (error) {
		if (error instanceof SettingsError) return [...error.problems];
		throw error;
	}
}

function lineOf({ name, ok, text, mend }: CheckRow): string {
	const advice = mend === undefined ? '' : `\n${' '.repeat(35)}→ ${mend}`;
	return `  ${ok ? 'ok     ' : 'problem'}  ${name.padEnd(22)}  ${text}${advice}`;
}
