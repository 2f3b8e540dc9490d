import { openDesk } from '../../../setup/desk.ts';
import type { CredentialsRequest } from './credential-request.ts';
import { runCredentials } from './run-credentials.ts';
import { scanHost } from './scan-host.ts';

/** `threadsmith credentials …` at this process's own streams. Resolves with the exit code. */
export async function credentialsHere(request: CredentialsRequest, home: string, signal: AbortSignal): Promise<number> {
	const { stdin: input, stdout, stderr } = process;
	using desk =
		request.action === 'add' && input.isTTY ? openDesk({ input, output: stderr, isTty: true }, signal) : undefined;
	return await runCredentials(request, {
		home,
		desk,
		input,
		write: (text) => void stdout.write(text),
		scan: (host) => scanHost(host, desk?.left ?? signal),
	});
}
