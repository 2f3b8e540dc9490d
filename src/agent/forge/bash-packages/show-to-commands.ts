import { usePackagesResult } from '../../../sandbox/built-ins.ts';
import type { CallWatch, Sandbox } from '../../../sandbox/sandbox.ts';
import type { SessionPackages } from './kept-packages.ts';

/** Lets `python3` and commands of `bash` see the session's environments from now on; why not, where that fails. Rejects as a call does. */
export async function showToCommands(
	{ layers }: SessionPackages,
	sandbox: Pick<Sandbox, 'call'>,
	watch: CallWatch,
): Promise<string | undefined> {
	const envs = layers.map(({ hash }) => hash);
	const { text, data } = await sandbox.call({ tool: 'use_packages', args: { envs } }, watch);
	const result = usePackagesResult.safeParse(data).data;
	if (result === undefined) return text;
	return 'missing' in result ? `the environment ${result.missing} is gone again` : undefined;
}
