import { NobodyThereError, openDesk } from '../../../setup/desk.ts';
import type { CredentialsRequest } from './credential-request.ts';
import { runCredentials } from './run-credentials.ts';
import { scanHost } from './scan-host.ts';

/** `threadsmith credentials …` at this process's own streams. Resolves with the exit code: 130 for somebody who has had enough. */
export async function credentialsHere(request: CredentialsRequest, home: string, signal: AbortSignal): Promise<number> {
	const { stdin: input, stdout, stderr } = process;
	using desk =
		request.action === 'add' && input.isTTY ? openDesk({ input, output: stderr, isTty: true }, signal) : undefined;
	const done = runCredentials(request, {
		home,
		desk,
		input,
		write: (text) => void stdout.write(text),
		scan: (host) => scanHost(host, desk?.left ?? signal),
	});
	return await done.catch((error: unknown) => {
		if (!(error instanceof NobodyThereError) && !desk?.left.aborted) throw error;
		stderr.write('\nNothing was kept\n');
		return 130;
	});
}
