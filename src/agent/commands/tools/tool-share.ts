import { shownProposal } from '../../forge/share/proposal-text.ts';
import { proposeShare, type ShareDeps } from '../../forge/share/propose.ts';
import type { CommandScene } from '../command.ts';

/** Proposes a tool for the catalog of the workspace, and asks an admin. Rejects with an error whose message is for people. */
export async function shareTool(
	{ name, version }: { readonly name: string; readonly version: number | undefined },
	scene: CommandScene,
	deps: ShareDeps,
): Promise<string> {
	const proposal = await proposeShare({ name, ...(version !== undefined && { version }) }, scene, deps);
	await scene.ask({
		decides: 'share',
		...(await shownProposal(proposal, deps)),
		choices: ['Share it', 'Do not share it'],
	});
	return '';
}
