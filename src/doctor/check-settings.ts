import type { CheckRow } from '../adapters/check-row.ts';
import { operatorMessage, ProblemError } from '../base/errors.ts';
import { raceAbort } from '../base/race-abort.ts';
import { type Config, SettingsError } from '../config/config.ts';
import { connectionsOf } from '../platform-connections.ts';
import { checkAgents } from './check-agents.ts';
import { checkBudgets } from './check-budgets.ts';
import { checkEmbeddings } from './check-embeddings.ts';
import { checkModels } from './check-models.ts';
import { checkPackages } from './check-packages.ts';
import { checkPlaces } from './check-places.ts';
import { checkRepositories } from './check-repositories.ts';
import { checkUpstreams } from './check-upstreams.ts';
import type { Finding } from './finding.ts';

export interface CheckSettingsOptions {
	/** One JSON object a line, in place of lines for people. */
	readonly json: boolean;
	readonly readConfig: () => Promise<Config>;
	readonly signal: AbortSignal;
	/** Each thing that is asked gets this long, milliseconds; default 15,000. */
	readonly limitMs?: number;
	/** Default: standard output. */
	readonly write?: (text: string) => void;
}

/**
 * Prints whether the settings are right and whether each role's model can be reached. Resolves with the exit code: 1
 * when something has to be mended. Values of settings are never printed, but for names of models and addresses.
 */
export async function checkSettings(options: CheckSettingsOptions): Promise<number> {
	const { json, write = (text) => process.stdout.write(text) } = options;
	const findings = await findingsOf(options);
	const lines = findings.map(json ? jsonLine : plainLine);
	write(lines.map((line) => `${line}\n`).join(''));
	return findings.some(({ met }) => met === false) ? 1 : 0;
}

type Options = Pick<CheckSettingsOptions, 'readConfig' | 'signal' | 'limitMs'>;

async function findingsOf({ readConfig, signal, limitMs = 15_000 }: Options): Promise<Finding[]> {
	try {
		const config = await readConfig();
		const checks = checksOf(config).map((check) => withinLimit(check, limitMs, signal));
		return [{ name: 'settings', value: 'right', met: true }, ...(await Promise.all(checks)).flat()];
	} catch (error) {
		if (error instanceof ProblemError) return problemsOf(error);
		throw error;
	}
}

/** Something that another machine is asked about. */
interface Check {
	readonly name: string;
	run(signal: AbortSignal): Promise<readonly Finding[]>;
}

function checksOf(config: Config): readonly Check[] {
	const connections = connectionsOf(config);
	return [
		{ name: 'models', run: (signal) => checkModels(config, connections.length > 0, signal) },
		{ name: 'models of agents', run: (signal) => checkUpstreams(config, signal) },
		{ name: 'embeddings', run: (signal) => checkEmbeddings(config, signal) },
		{ name: 'budgets', run: () => checkBudgets(config) },
		{ name: 'at once', run: async () => [checkPlaces(config, connections.length > 0 ? 1 : 0)] },
		{ name: 'coding agents', run: async () => [await checkAgents(config)] },
		{ name: 'git', run: () => checkRepositories(config) },
		{ name: 'packages', run: (signal) => checkPackages(config, signal) },
		...connections.map(({ label, check }) => ({
			name: label,
			run: async (signal: AbortSignal) => (await check(signal)).map(findingOf),
		})),
	];
}

/** One that never answers, or breaks, is a finding like any other: the others must come. Rejects with the signal's reason alone. */
async function withinLimit({ name, run }: Check, limitMs: number, signal: AbortSignal): Promise<readonly Finding[]> {
	const limit = AbortSignal.timeout(limitMs);
	const either = AbortSignal.any([signal, limit]);
	try {
		return await raceAbort(run(either), either);
	} catch (error) {
		signal.throwIfAborted();
		const why = limit.aborted ? `no answer within ${limitMs / 1000} s` : operatorMessage(error);
		const mend = 'Look whether this machine reaches it (a proxy, a firewall?), then try again';
		return [{ name, value: `cannot be checked: ${why}`, met: false, mend }];
	}
}

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
	const verdict = met === undefined ? 'unknown' : met ? 'ok' : 'problem';
	return `${verdict.padEnd(7)}  ${name.padEnd(24)}  ${value}${advice}`;
}
