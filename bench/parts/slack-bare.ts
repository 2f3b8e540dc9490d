import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { type FakeSlack, startFakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';

/** An app of Bolt's alone that answers each mention with one post, connected to a fake Slack in this process. */
export interface SlackBare extends AsyncDisposable {
	readonly slack: FakeSlack;
}

const childFile = join(import.meta.dirname, 'slack-bare-child.ts');

/** Resolves when it listens. */
export async function startSlackBare(signal: AbortSignal): Promise<SlackBare> {
	await using building = new AsyncDisposableStack();
	const slack = building.use(await startFakeSlack());
	const { apiUrl, botToken, appToken } = slack;
	const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const;
	const child = fork(childFile, [apiUrl, botToken, appToken], { stdio: [...stdio] });
	building.defer(async () => {
		if (child.exitCode !== null || child.signalCode !== null) return;
		const exited = once(child, 'exit');
		child.kill('SIGKILL');
		await exited;
	});
	await once(child, 'message', { signal });
	const parts = building.move();
	return { slack, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}
