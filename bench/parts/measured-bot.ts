import { fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { botSettings } from './bot-settings.ts';
import { echoScript } from './echo-script.ts';
import type { MeasuredMemory } from './measured-bot-child.ts';
import { tempHome } from './temp-home.ts';

/** A bot on a chat platform, whose memory can be asked for. */
export interface MeasuredBot extends AsyncDisposable {
	/** Bytes in use after garbage collection: resident memory jumps by more than threads hold. Rejects when the bot has ended. */
	heldBytes(): Promise<number>;
}

const childFile = join(import.meta.dirname, 'measured-bot-child.ts');
const execArgv = ['--expose-gc', '--disable-warning=ExperimentalWarning'];

/** `platform`: what it is connected with. Resolves when it listens. */
export async function startMeasuredBot(
	platform: Readonly<Record<string, string>>,
	signal: AbortSignal,
): Promise<MeasuredBot> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	const server = building.use(await startModelServer({ brain: echoScript }));
	const settings = JSON.stringify({ ...botSettings(join(path, 'home'), server.url), ...platform });
	const child = fork(childFile, [settings], { execArgv, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
	const ended = new AbortController();
	const exited = once(child, 'exit').then(() => ended.abort(new Error('The bot whose memory is measured has ended')));
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
		async heldBytes() {
			const answer = once(child, 'message', { signal: either });
			child.send('measure');
			const [measured] = (await answer) as [MeasuredMemory];
			return measured.heldBytes;
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}
