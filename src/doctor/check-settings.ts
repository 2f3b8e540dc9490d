import type { CheckRow } from '../adapters/check-row.ts';
import { ProblemError } from '../base/errors.ts';
import { type Config, SettingsError } from '../config/config.ts';
import { checkModels, type Finding } from './check-models.ts';
import { checkPackages } from './check-packages.ts';

export interface CheckSettingsOptions {
	/** One JSON object a line, in place of lines for people. */
	readonly json: boolean;
	readonly readConfig: () => Promise<Config>;
	readonly signal: AbortSignal;
	/** Default: standard output. */
	readonly write?: (text: string) => void;
}

/**
 * Prints whether the settings are right and whether each role's model can be reached. Resolves with the exit code: 1
 * when something has to be mended. Values of settings are never printed, but for names of models and addresses.
 */
export async function checkSettings(options: CheckSettingsOptions): Promise<number> {
	const { json, readConfig, signal, write = (text) => process.stdout.write(text) } = options;
	const findings = await findingsOf(readConfig, signal);
	const lines = findings.map(json ? jsonLine : plainLine);
	write(lines.map((line) => `${line}\n`).join(''));
	return findings.every(({ met }) => met) ? 0 : 1;
}

async function findingsOf(readConfig: () => Promise<Config>, signal: AbortSignal): Promise<Finding[]> {
	try {
		const config = await readConfig();
		const checks = [
			checkModels(config, signal),
			checkPackages(config, signal),
			slackFindings(config, signal),
			discordFindings(config, signal),
		];
		return [{ name: 'settings', value: 'right', met: true }, ...(await Promise.all(checks)).flat()];
	} catch (error) {
		if (error instanceof ProblemError) return problemsOf(error);
		throw error;
	}
}

async function slackFindings({ slack }: Config, signal: AbortSignal): Promise<Finding[]> {
	if (!slack) return [];
	const { checkSlack } = await import('../adapters/slack/check.ts');
	return (await checkSlack(slack, signal)).map(findingOf);
}

async function discordFindings({ discord }: Config, signal: AbortSignal): Promise<Finding[]> {
	if (!discord) return [];
	const { checkDiscord } = await import('../adapters/discord/check.ts');
	return (await checkDiscord(discord, signal)).map(findingOf);
}

/** What an adapter has found out about one thing. */
function findingOf({ name, ok, text, mend }: CheckRow): Finding {
	return { name, value: text, met: ok, ...(mend !== undefined && { mend }) };
}

function problemsOf(error: ProblemError): Finding[] {
	const problems = error instanceof SettingsError ? error.problems : [error.message];
	return problems.map((value) => ({ name: 'settings', value, met: false, mend: error.mend }));
}

function jsonLine({ name, value, met, mend }: Finding): string {
	return JSON.stringify({ suite: 'settings', name, value, unit: 'seen', met, ...(mend !== undefined && { mend }) });
}

function plainLine({ name, value, met, mend }: Finding): string {
	const advice = mend === undefined ? '' : `\n${' '.repeat(35)}→ ${mend}`;
	return `${met ? 'ok     ' : 'problem'}  ${name.padEnd(24)}  ${value}${advice}`;
}
