import { z } from 'zod';
import { inTurn } from '../../../base/in-turn.ts';
import type { CallWatch } from '../../../sandbox/sandbox.ts';
import { type Tool, type ToolContext, type ToolOutcome, type ToolResult, toolSpec } from '../../tool.ts';
import type { PackageRules } from '../forge-deps.ts';
import { installChoices, strangeOf, whoIsAsked, withoutAge } from '../static/environment.ts';
import { isInImage } from '../static/image-packages.ts';
import type { Requirement } from '../static/requirement.ts';
import { findLayers, type Plan } from './find-layers.ts';
import { keepSessionPackages, readSessionPackages, type SessionPackages } from './kept-packages.ts';
import { needsNetwork } from './other-packages.ts';
import { installedText, notInstalled, takenText, thereText } from './packages-text.ts';
import { type PackagesAsked, readPackages } from './read-packages.ts';
import { showToCommands } from './show-to-commands.ts';

const argsSchema = z.object({ packages: z.array(z.string()) });
const description = 'Install Python packages for bash in this session.';

/**
 * The Brain's `install_packages`: packages for `python3` and for commands in `bash`, through the airlock and by the rules of forged tools' own,
 * which stay as they are. What came of a call stands in the session's `packages.json` before commands see it, so that a call which was cut
 * off goes on, and what a lost disk had is made again.
 */
export function installPackages(rules: PackageRules): Tool {
	const shown = new WeakSet<object>();
	return {
		spec: toolSpec('install_packages', description, argsSchema),
		touches: 'changes',
		ways: ['goes-on'],
		run: async (given, context) => {
			const asked = readPackages(given);
			const fault = faultOf(asked);
			if (fault !== undefined) return { ok: false, text: fault };
			const { folder } = context.session;
			const outcome = await inTurn(folder.documents, () => install(asked, { rules, context, shown }));
			return 'ask' in outcome ? outcome : { ...outcome, text: `${outcome.text}${takenText(asked.taken)}` };
		},
	};
}

interface Parts {
	readonly rules: PackageRules;
	readonly context: ToolContext;
	/** Sessions whose packages commands are known to see: their disks were looked at by this process. */
	readonly shown: WeakSet<object>;
}

function faultOf({ requirements, faults, taken }: PackagesAsked): string | undefined {
	if (faults.length > 0) return `Nothing was installed: ${faults.join('; ')}.`;
	if (requirements.length > 0) return undefined;
	return taken.length > 0
		? `Nothing to install: ${taken.join(', ')}.`
		: 'Name the packages: {"packages": ["humanize", "lxml>=5"]}.';
}

async function install({ requirements }: PackagesAsked, parts: Parts): Promise<ToolOutcome> {
	const { rules, context } = parts;
	const missing = requirements.filter((one) => !isInImage(one.name) || one.text !== one.name);
	if (missing.length === 0) return { ok: true, text: thereText(requirements.map(({ name }) => name)) };
	const now = await withAnswer(await readSessionPackages(context.session.folder), context);
	const open = missing.filter((one) => !isInstalled(one, now));
	if (open.length === 0) return again(requirements, now, parts);
	const names = open.filter(({ name }) => !isInImage(name)).map(({ name }) => name);
	if (!rules.enabled) return refused(requirements, 'Packages may not be installed here (PACKAGES=off)');
	const useless = strangeOf(names, rules).filter(needsNetwork);
	if (useless.length > 0) return refused(requirements, networkText(useless));
	return (await asks('packages', strangeOf(names, rules), now, context)) ?? add({ all: missing, open }, now, parts);
}

function networkText(names: readonly string[]): string {
	return `${names.join(', ')} ${names.length === 1 ? 'is' : 'are'} for the network, and bash has none at run time`;
}

function refused(requirements: readonly Requirement[], reason: string): ToolResult {
	return {
		ok: false,
		text: notInstalled(
			requirements.map(({ text }) => text),
			reason,
		),
	};
}

/** Whether what is installed is what is asked for: the name, or that very version. */
function isInstalled({ name, text }: Requirement, { wanted, packages }: SessionPackages): boolean {
	const found = packages.find((one) => one.name === name);
	if (found === undefined) return false;
	return text === name || text === `${name}==${found.version}` || wanted.some((one) => one.text === text);
}

/** Packages that are there already; that commands see them is looked at once in the life of this process. */
async function again(requirements: readonly Requirement[], now: SessionPackages, parts: Parts): Promise<ToolResult> {
	const { context, shown } = parts;
	const problem = shown.has(context.session) ? undefined : await show(now, parts);
	if (problem !== undefined) return refused(requirements, problem);
	return { ok: true, text: thereText(requirements.map(({ name }) => versionOf(name, now))) };
}

function versionOf(name: string, { packages }: SessionPackages): string {
	const found = packages.find((one) => one.name === name);
	return found ? `${name} ${found.version}` : name;
}

/** Requirements of one call: all that the image does not meet, and of these what is not installed yet. */
interface Wish {
	readonly all: readonly Requirement[];
	readonly open: readonly Requirement[];
}

/** Finds, keeps and shows what is new. */
async function add({ all, open }: Wish, now: SessionPackages, parts: Parts): Promise<ToolOutcome> {
	const { context } = parts;
	const { packages } = await context.sandbox();
	context.output(`finding ${open.map(({ text }) => text).join(', ')}\n`);
	const undated = answersHere(now, context).some(({ about, yes }) => about === 'undated' && yes);
	const found = await findLayers(open, now, { packages, undated, watch: watchOf(context) });
	if (found.kind === 'refused') return refused(open, found.reason);
	const ageless = found.kind === 'undated' ? found.names : withoutAge(found.plan.lock);
	const asked = await asks('undated', ageless, now, context);
	if (asked) return asked;
	if (found.kind === 'undated') return refused(open, `The index does not say how old ${found.names.join(', ')} are`);
	return keep(found.plan, all, now, parts);
}

async function keep(plan: Plan, all: readonly Requirement[], now: SessionPackages, parts: Parts): Promise<ToolResult> {
	const { wanted, packages, layers } = plan;
	parts.context.output(`installing ${packages.length} packages\n`);
	const next = { ...now, wanted, packages, layers };
	const problem = await make(next, parts);
	if (problem !== undefined) return refused(all, problem);
	await keepSessionPackages(parts.context.session.folder, next);
	const unseen = await show(next, parts);
	if (unseen !== undefined) return refused(all, unseen);
	return {
		ok: true,
		text: installedText(
			all.map(({ name }) => name),
			packages,
			now.packages,
		),
	};
}

/** Makes the environments that are not there; why not, where one cannot be made. */
async function make({ layers }: SessionPackages, { context }: Parts): Promise<string | undefined> {
	const { packages } = await context.sandbox();
	for (const { lock } of layers) {
		const made = await packages.install(lock, watchOf(context));
		if (made.kind === 'refused') return made.reason;
	}
	return undefined;
}

/** Lets commands see them, after making those that a disk has lost. */
async function show(now: SessionPackages, parts: Parts): Promise<string | undefined> {
	const { context, shown } = parts;
	const problem = (await make(now, parts)) ?? (await showToCommands(now, await context.sandbox(), watchOf(context)));
	if (problem === undefined) shown.add(context.session);
	return problem;
}

function watchOf({ signal, output }: ToolContext): CallWatch {
	return { signal, onOutput: output };
}

/** Questions of turns that were stopped are never answered. */
const mostOpen = 20;

/** A question to admins, kept before it is put; a refusal where they have said no; undefined where nothing is open. */
async function asks(
	about: 'packages' | 'undated',
	names: readonly string[],
	now: SessionPackages,
	context: ToolContext,
): Promise<ToolOutcome | undefined> {
	const found = whoIsAsked(about, names, { tool: undefined, answers: answersHere(now, context) });
	if (found?.kind === 'refused') return { ok: false, text: deniedText(found.feedback) };
	if (found?.kind !== 'ask') return undefined;
	const { id: call } = context.call;
	const others = now.asks.filter((one) => one.call !== call).slice(-mostOpen);
	const asks = [...others, { call, about, names: [...found.names] }];
	await keepSessionPackages(context.session.folder, { ...now, asks });
	return { ask: found.ask };
}

function deniedText(feedback: string): string {
	return `${feedback} An admin has said no, or nobody has answered in time: do it with what is there, and do not ask again in this turn.`;
}

/** Answers that hold: what was allowed, and what was refused in this turn. */
function answersHere({ answers }: SessionPackages, context: ToolContext): SessionPackages['answers'] {
	const turn = turnOf(context);
	return answers.filter((one) => one.yes || one.turn === turn);
}

function turnOf({ session }: ToolContext): string {
	return session.history().open?.id ?? '';
}

/** With the answer to what this call has asked; one that was taken before says nothing of what is asked now. */
async function withAnswer(now: SessionPackages, context: ToolContext): Promise<SessionPackages> {
	const { answer, id } = context.call;
	const open = now.asks.find(({ call }) => call === id);
	if (!open || !answer || now.answers.some(({ question }) => question === answer.question)) return now;
	const { about, names } = open;
	const said = {
		about,
		names,
		yes: answer.value === installChoices.yes,
		question: answer.question,
		turn: turnOf(context),
	};
	const asks = now.asks.filter((one) => one !== open);
	const answers = [...answersHere(now, context), said];
	return keepSessionPackages(context.session.folder, { ...now, asks, answers });
}
