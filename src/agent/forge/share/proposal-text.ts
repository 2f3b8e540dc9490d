import { versionFiles } from '../registry/manifest.ts';
import { idOf, readRegistry, unused, versionOf } from '../registry/registry.ts';
import { readKept } from './kept-version.ts';
import type { Proposal } from './proposal.ts';
import { factsOf, type ProposedVersion, partsOf } from './proposal-parts.ts';
import type { ShareDeps } from './propose.ts';
import { withoutOwnData } from './without-own-data.ts';

/** Characters of the text, at most: what a platform shows as one message beside its buttons. */
const most = 2500;

/** A proposal as an admin reads it before the decision. */
export interface ShownProposal {
	/** Markdown of at most 2,500 characters. */
	readonly text: string;
	/** All of it, where the text has no room: never a part of the code stands for the whole. */
	readonly file?: { readonly name: string; readonly text: string };
}

/** Shows all of a proposal. Rejects with a `ProblemError` when the session's version was changed by hand. */
export async function shownProposal(proposal: Proposal, deps: Pick<ShareDeps, 'sessions'>): Promise<ShownProposal> {
	const proposed = await readProposed(proposal, deps);
	const { session, tool, version } = proposal;
	const facts = factsOf(proposed);
	const onHost = `\`threadsmith tools show ${session} ${tool} ${version}\` prints it on the host.`;
	const whole = `${facts}\n${partsOf(proposed, { whole: false })}\n${onHost}`;
	if (whole.length <= most) return { text: whole };
	const name = `${tool.replace('/', '-')}-${version}.md`;
	const text = `${facts}\nAll of it, with the whole code, is in the file ${name} above: read it before you decide. ${onHost}`;
	return { text, file: { name, text: `${facts}\n\n${partsOf(proposed, { whole: true })}\n` } };
}

async function readProposed(proposal: Proposal, { sessions }: Pick<ShareDeps, 'sessions'>): Promise<ProposedVersion> {
	const { session, tool, version } = proposal;
	const [folder, catalog] = await Promise.all([sessions.open(session), sessions.catalog(proposal.catalog)]);
	const { kept, constants } = withoutOwnData(
		await readKept({ title: `session ${session}`, tools: folder.files.tools }, { tool, version }),
	);
	const entry = (await readRegistry(folder)).tools.find((one) => idOf(one) === tool);
	const use = (entry && versionOf(entry, version)?.use) ?? unused;
	const current = await catalog.tools.current(tool);
	if (current === undefined) return { proposal, kept, constants, use, now: undefined };
	// One that cannot be read is replaced by what is proposed: all of that is shown.
	const code = await catalog.tools.read({ tool, version: current }, versionFiles.code).catch(() => undefined);
	return { proposal, kept, constants, use, now: { version: current, code } };
}
