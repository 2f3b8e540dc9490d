import { shorten } from '../../../base/text/shorten.ts';
import type { PackageLock, Packages } from '../../../sandbox/sandbox.ts';
import type { ToolQuestion } from '../../tool.ts';
import type { PackageRules } from '../forge-deps.ts';
import type { ForgeRun } from '../run/forge-run.ts';
import type { Refused } from '../verdict.ts';
import { isWellKnown, lookalikeOf } from './allow-list.ts';
import { orderedNames } from './ordered-names.ts';
import { normalizedName, parseRequirement } from './requirement.ts';

/** Facts that making an environment depends on. */
export interface EnvironmentState {
	/** The forged tool that it is for, as people are told: `<category>/<name>`; undefined: the session's own commands. */
	readonly tool: string | undefined;
	readonly answers: ForgeRun['answers'];
	readonly rules: PackageRules;
	/** Of a `ToolContext`. */
	readonly context: {
		sandbox(): Promise<{ readonly packages: Packages }>;
		output(text: string): void;
		readonly signal: AbortSignal;
	};
}

/** `ask`: people must be asked about these names first, with this question. */
export type Environment =
	| { readonly kind: 'ready'; readonly lock: PackageLock | undefined }
	| Refused
	| ({ readonly kind: 'ask'; readonly about: About; readonly names: readonly string[] } & ToolQuestion);

/** A yes or a no about packages, whoever said it. */
type Answer = Pick<ForgeRun['answers'][number], 'about' | 'names' | 'yes'>;
type About = ForgeRun['answers'][number]['about'];

export const installChoices = { yes: 'Install', no: 'Do not install' } as const;

/**
 * Makes the environment that a draft asks for. Of a package that is not well known nothing is asked of the index before an admin has said
 * yes. Rejects only as `context.sandbox` does, and with the signal's reason.
 */
export async function prepareEnvironment(
	requirements: readonly string[],
	state: EnvironmentState,
): Promise<Environment> {
	if (requirements.length === 0) return { kind: 'ready', lock: undefined };
	const names = namesOf(requirements);
	if (typeof names === 'string') return refused(names);
	if (!state.rules.enabled) return refused(`The image lacks ${listed(names)}.`, disabled(names));
	const unanswered = whoIsAsked('packages', strangeOf(names, state.rules), state);
	return unanswered ?? locate(requirements, state);
}

/** Those of which nothing is asked of the index before an admin has said yes. Pure. */
export function strangeOf(names: readonly string[], { allowed }: Pick<PackageRules, 'allowed'>): readonly string[] {
	const known = new Set(allowed.map(normalizedName));
	return names.filter((name) => !isWellKnown(name) && !known.has(name));
}

function namesOf(requirements: readonly string[]): readonly string[] | string {
	const parsed = requirements.map(parseRequirement);
	const wrong = parsed.find((one) => typeof one === 'string');
	return wrong ?? [...new Set(parsed.flatMap((one) => (typeof one === 'string' ? [] : one.name)))];
}

/** As `prepareEnvironment` does of those packages of an order that nobody has to look for: whether an admin must be asked, before anything is paid for. Pure. */
export function permissionFor(
	ordered: readonly string[],
	{ rules, ...state }: Pick<EnvironmentState, 'tool' | 'answers' | 'rules'>,
): Extract<Environment, { kind: 'ask' | 'refused' }> | undefined {
	if (!rules.enabled) return undefined;
	const allowed = new Set(rules.allowed.map(normalizedName));
	const names = orderedNames(ordered).filter((name) => !isWellKnown(name) && !allowed.has(name));
	return whoIsAsked('packages', names, state);
}

/** A question where somebody has still to answer, a refusal where somebody has said no; undefined where all is allowed. */
export function whoIsAsked(
	about: About,
	names: readonly string[],
	state: Pick<EnvironmentState, 'tool'> & { readonly answers: readonly Answer[] },
): Extract<Environment, { kind: 'ask' | 'refused' }> | undefined {
	const answersOf = (name: string) =>
		state.answers.filter((answer) => answer.about === about && answer.names.includes(name));
	const denied = names.filter((name) => answersOf(name).some(({ yes }) => !yes));
	if (denied.length > 0) return refused(`Not allowed: ${listed(denied)}.`, notAllowed(denied));
	const open = names.filter((name) => answersOf(name).length === 0);
	return open.length === 0 ? undefined : { kind: 'ask', about, names: open, ask: questionOf(about, open, state.tool) };
}

function questionOf(about: About, names: readonly string[], tool: string | undefined): ToolQuestion['ask'] {
	return {
		text: about === 'packages' ? packagesText(names, userOf(tool)) : undatedText(names, userOf(tool)),
		answer: { kind: 'choices', choices: [installChoices.yes, installChoices.no] },
		role: 'admin',
	};
}

function userOf(tool: string | undefined): string {
	return tool === undefined ? 'the commands of this session (bash)' : `the forged tool ${tool}`;
}

function packagesText(names: readonly string[], user: string): string {
	const alike = names.flatMap((name) => {
		const known = lookalikeOf(name);
		return known === undefined ? [] : [`Note: ${name} is spelt almost like the well-known ${known}.`];
	});
	return [
		`May ${user} use ${packagesOf(names)}? Not on the list of well-known packages, so nothing has been asked of the index yet.`,
		'It would be installed for this session only, and run without a network.',
		...alike,
	].join(' ');
}

function undatedText(names: readonly string[], user: string): string {
	return `The index does not say how old ${packagesOf(names)} for ${user} are; very new releases are not used as a rule. Install all the same?`;
}

/** Finds the exact wheels and installs them. */
async function locate(requirements: readonly string[], state: EnvironmentState): Promise<Environment> {
	const { sandbox, output, signal } = state.context;
	const { packages } = await sandbox();
	const watch = { signal, onOutput: output };
	const undated = state.answers.some(({ about, yes }) => about === 'undated' && yes);
	const found = await packages.resolve({ requirements, undated }, watch);
	if (found.kind === 'refused') return refused(found.reason);
	const ageless = found.kind === 'undated' ? found.names : withoutAge(found.lock);
	const unanswered = whoIsAsked('undated', ageless, state);
	if (unanswered) return unanswered;
	if (found.kind === 'undated') return refused(`The index does not say how old ${listed(found.names)} are.`);
	const installed = await packages.install(found.lock.text, watch);
	return installed.kind === 'refused' ? refused(installed.reason) : { kind: 'ready', lock: found.lock };
}

/** Wheels of an index that tells no times: each must have been allowed by name. */
export function withoutAge({ packages }: PackageLock): readonly string[] {
	return packages.filter(({ uploadedAt }) => uploadedAt === undefined).map(({ name }) => name);
}

function refused(feedback: string, hopeless?: string): Refused {
	return {
		kind: 'refused',
		class: 'packages',
		feedback: shorten(feedback, 700),
		...(hopeless !== undefined && { hopeless }),
	};
}

function disabled(names: readonly string[]): string {
	return `The tool needs ${packagesOf(names)}, and packages may not be installed here (PACKAGES=off).`;
}

function notAllowed(names: readonly string[]): string {
	return `The tool needs ${packagesOf(names)}, which nobody has allowed.`;
}

function packagesOf(names: readonly string[]): string {
	return `the package${names.length === 1 ? '' : 's'} ${listed(names)}`;
}

function listed(names: readonly string[]): string {
	return names.join(', ');
}
