import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startModelServer } from '../../src/demo/model-server.ts';
import { type FakeSlack, startFakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';
import { botSettings } from './bot-settings.ts';
import { echoScript } from './echo-script.ts';
import { slackSettings } from './slack-settings.ts';
import type { MeasuredThreads } from './slack-threads-child.ts';
import { tempHome } from './temp-home.ts';

/** A bot on a fake Slack, whose memory can be asked for. */
export interface SlackThreads extends AsyncDisposable {
	readonly slack: FakeSlack;
	/** What is in use after garbage collection: resident memory jumps by more than threads hold. Rejects when the bot has ended. */
	heldBytes(): Promise<number>;
}

const childFile = join(import.meta.dirname, 'slack-threads-child.ts');
const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning'];

/** Resolves when it listens. */
export async function startSlackThreads(signal: AbortSignal): Promise<SlackThreads> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	const server = building.use(await startModelServer({ brain: echoScript }));
	const slack = building.use(await startFakeSlack());
	const settings = JSON.stringify({ ...botSettings(join(path, 'home'), server.url), ...slackSettings(slack) });
	const child = fork(childFile, [settings], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
	const ended = new AbortController();
	const exited = once(child, 'exit').then(() => ended.abort(new Error('The bot with the threads has ended')));
	building.defer(async () => {
		child.kill('SIGTERM');
		const timer = setTimeout(() => child.kill('SIGKILL'), 30_000);
		await exited;
		clearTimeout(timer);
	});
	const either = AbortSignal.any([signal, ended.signal]);
	await once(child, 'message', { signal: either });
	const parts = building.move();
	return {
		slack,
		async heldBytes() {
			const answer = once(child, 'message', { signal: either });
			child.send('measure');
			const [measured] = (await answer) as [MeasuredThreads];
			return measured.heldBytes;
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}
