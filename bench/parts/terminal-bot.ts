import { join } from 'node:path';
import { PassThrough, Writable } from 'node:stream';
import { silentLogger } from '../../src/base/log.ts';
import { type Connections, compose, type Service } from '../../src/compose.ts';
import { loadConfig } from '../../src/config/config.ts';
import { type ModelServer, startModelServer } from '../../src/demo/model-server/model-server.ts';
import { openModels } from '../../src/models.ts';
import { places } from '../../src/platforms.ts';
import { newThread, terminalOn } from '../../src/terminal-parts.ts';
import { botSettings } from './bot-settings.ts';
import { echoScript } from './echo-script.ts';
import { tempHome } from './temp-home.ts';

/** The whole service in this process, with the terminal's adapter on pipes and a scripted model that answers at once. */
export interface TerminalBot extends AsyncDisposable {
	readonly service: Service;
	readonly server: ModelServer;
	/** The data folder. */
	readonly home: string;
	/** The session that its thread is in. */
	readonly session: string;
	/** Types a line; resolves, with the time by `performance.now()`, when `awaited` has been printed. */
	type(line: string, awaited: string): Promise<number>;
}

/** `prepare` is given the data folder and the session before there is a bot. */
export async function openTerminalBot(
	signal: AbortSignal,
	prepare?: (home: string, session: string) => Promise<void>,
): Promise<TerminalBot> {
	await using building = new AsyncDisposableStack();
	const { path } = building.use(await tempHome());
	const server = building.use(await startModelServer({ brain: echoScript }));
	const home = join(path, 'home');
	const config = loadConfig(botSettings(home, server.url));
	if (config.models === undefined) throw new Error('The bot has no model');
	const input = new PassThrough();
	const screen = createScreen();
	const streams = { input, output: screen.output, isTty: false, color: false, size: () => ({ columns: 80, rows: 24 }) };
	const thread = newThread();
	const session = places.sessionIdOf(thread);
	await prepare?.(home, session);
	const connect = async (connections: Connections) => [
		terminalOn({ streams, config, connections, thread, onLeave: () => {} }),
	];
	const models = await openModels(config, signal);
	const service = building.use(await compose({ config, models, log: silentLogger, connect }));
	await service.start();
	const parts = building.move();
	return {
		service,
		server,
		home,
		session,
		type(line, awaited) {
			const shown = screen.awaits(awaited);
			input.write(`${line}\n`);
			return shown;
		},
		[Symbol.asyncDispose]: () => parts.disposeAsync(),
	};
}

interface Screen {
	readonly output: Writable;
	/** Resolves with the time when this text is printed. */
	awaits(text: string): Promise<number>;
}

function createScreen(): Screen {
	let waiting = { text: '', resolve: (_at: number): void => {} };
	const output = new Writable({
		write(chunk, _encoding, done) {
			if (String(chunk).includes(waiting.text)) waiting.resolve(performance.now());
			done();
		},
	});
	return {
		output,
		awaits(text) {
			const { promise, resolve } = Promise.withResolvers<number>();
			waiting = { text, resolve };
			return promise;
		},
	};
}
