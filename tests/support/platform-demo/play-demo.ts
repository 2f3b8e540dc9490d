import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '../../../src/base/log.ts';
import { type Connections, compose } from '../../../src/compose.ts';
import { loadConfig } from '../../../src/config/config.ts';
import { brainScript } from '../../../src/demo/brain-script.ts';
import { createCoderScript } from '../../../src/demo/coder-script.ts';
import { type ModelServer, startModelServer } from '../../../src/demo/model-server/model-server.ts';
import { observed } from '../../../src/demo/model-server/observed.ts';
import { type OpenStage, openStage } from '../../../src/demo/open-stage.ts';
import { printVerdicts, type Report } from '../../../src/demo/report.ts';
import { randomSales, salesCsv } from '../../../src/demo/sales.ts';
import { createScene } from '../../../src/demo/scene.ts';
import type { DemoOptions } from '../../../src/demo/stand-in.ts';
import { type Episode, triesOf, type Verdict, verdictsOf } from '../../../src/demo/verdicts.ts';
import { openModels } from '../../../src/models.ts';
import { platformsOf } from '../../../src/serve.ts';
import type { NamedBytes } from './common-verdicts.ts';
import type { Narrator } from './narrator.ts';

/** A chat platform on this machine, and Ada, who writes there. */
export interface Playhouse {
	/** The bot's settings for it. */
	readonly settings: Readonly<Record<string, string>>;
	/** Ada asks for something, with a file. Resolves once the platform has it. The first time it begins the thread. */
	ask(words: string, file: NamedBytes): Promise<void>;
	/** Tells what the bot shows in the thread. */
	readonly narrator: Narrator;
	/** Resolves when the platform shows no work any more, or has not within 10 s: what is there then is judged. */
	settled(): Promise<void>;
	/** The curtain falls: what came of it. */
	outcome(episodes: readonly Episode[]): Promise<Outcome>;
}

export interface Outcome {
	/** Names the folder that the files are saved in. */
	readonly thread: string;
	/** The files that the bot handed over, as somebody would download them. */
	readonly files: readonly NamedBytes[];
	/** Verdicts on how the thread looks, judged by what the platform holds. */
	readonly verdicts: readonly Verdict[];
}

export interface DemoPlay {
	readonly house: Playhouse;
	readonly report: Report;
	readonly signal: AbortSignal;
	/** As in `DemoOptions`. */
	readonly stage?: DemoOptions['stage'] | undefined;
}

/** Plays the demo's conversation on a platform. Resolves with 0 when every step happened, else with 1. */
export async function playDemo({ house, report, signal, stage: given }: DemoPlay): Promise<number> {
	await using stage = await openStage(given);
	await using server = await startModelServer({ brain: brainScript, coder: createCoderScript(), summarizer: [] });
	const { episodes, triesBefore } = await play({ ...stage, server, house, report, signal });
	const { thread, files, verdicts } = await house.outcome(episodes);
	const artifacts = await save(thread, files);
	const steps = [...(await verdictsOf({ server, episodes, triesBefore, artifacts })), ...verdicts];
	return printVerdicts(steps, report, artifacts);
}

interface Stage extends Omit<DemoPlay, 'stage'>, Omit<OpenStage, keyof AsyncDisposable> {
	readonly server: ModelServer;
}

interface Played {
	readonly episodes: readonly [Episode, Episode];
	readonly triesBefore: number;
}

async function play({ folder, helper, house, server, report, signal }: Stage): Promise<Played> {
	const config = loadConfig({
		THREADSMITH_HOME: join(folder, 'home'),
		OPENAI_BASE_URL: server.url,
		// On a busy machine a turn takes over a minute, and would mention its asker.
		NOTIFY: 'off',
		BRAIN_MODEL: 'brain',
		CODER_MODEL: 'coder',
		SUMMARIZER_MODEL: 'summarizer',
		SANDBOX_RUNTIME: process.env['SANDBOX_RUNTIME'],
		...house.settings,
	});
	const scene = createScene(report, signal);
	const connect = async (connections: Connections) =>
		(await platformsOf(config, connections, silentLogger)).map((adapter) => observed(adapter, scene.see));
	const models = await openModels(config, signal);
	await using service = await compose({ config, models, log: silentLogger, connect, helper });
	await service.start();
	const converse = async (name: string, words: string): Promise<Episode> => {
		const sales = randomSales(400);
		await house.ask(words, { name, bytes: new TextEncoder().encode(salesCsv(sales)) });
		const events = await house.narrator(() => scene.turn(service.dispatch.settled));
		return { file: name, sales, events };
	};
	const first = await converse('sales.csv', 'Totals per region, please, and a chart.');
	const triesBefore = triesOf(server).length;
	const second = await converse('autumn.csv', 'And the same for this one.');
	await house.settled();
	return { episodes: [first, second], triesBefore };
}

async function save(thread: string, files: readonly NamedBytes[]): Promise<string> {
	const folder = join(process.cwd(), 'artifacts', thread);
	await mkdir(folder, { recursive: true });
	for (const file of files) await writeFile(join(folder, file.name), file.bytes);
	return folder;
}
