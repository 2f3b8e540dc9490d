import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { silentLogger } from '../base/log.ts';
import { type Connections, compose } from '../compose.ts';
import { type Config, loadConfig } from '../config/config.ts';
import { environment } from '../config/environment.ts';
import { openModels } from '../models.ts';
import { newThread, terminalOn } from '../terminal-parts.ts';
import { brainScript } from './brain-script.ts';
import { createCoderScript } from './coder-script.ts';
import { startModelServer } from './model-server/model-server.ts';
import { observed } from './model-server/observed.ts';
import { createPlayedStreams } from './model-server/played-streams.ts';
import { type OpenStage, openStage } from './open-stage.ts';
import { printVerdicts, type Report, reporter } from './report.ts';
import { randomSales, salesCsv } from './sales.ts';
import { createScene } from './scene.ts';
import type { DemoOptions } from './stand-in.ts';
import { type DemoFacts, triesOf, verdictsOf } from './verdicts.ts';

/** Shows the main job with a scripted model; all else is real. Resolves with 0 when every step happened, else with 1. */
export async function runDemo({ json, signal, stage: given }: DemoOptions): Promise<number> {
	const report = reporter(json);
	report.say('This demo plays a whole conversation. The model is scripted, on this machine.');
	report.say('The sandbox, the tool that is forged, its tests, the files and the numbers are real.\n');
	await using stage = await openStage(given);
	const facts = await play(stage, report, { json, signal });
	return printVerdicts(await verdictsOf(facts), report, facts.artifacts);
}

async function play({ folder, helper }: OpenStage, report: Report, { json, signal }: DemoOptions): Promise<DemoFacts> {
	await using server = await startModelServer({ brain: brainScript, coder: createCoderScript(), summarizer: [] });
	const config = demoConfig(folder, server.url);
	const streams = createPlayedStreams({
		json,
		color: config.settings.NO_COLOR === undefined,
		term: config.settings.TERM,
	});
	const scene = createScene(report, signal);
	const thread = { platform: 'terminal', id: `demo-${newThread().id}` } as const;
	const connect = async (connections: Connections) => [
		observed(terminalOn({ streams, config, connections, thread, onLeave: () => {} }), scene.see),
	];
	const models = await openModels(config, signal);
	await using service = await compose({ config, models, log: silentLogger, connect, helper });
	await service.start();
	const converse = async (file: string, words: string) => {
		const sales = randomSales(400);
		await writeFile(join(folder, file), salesCsv(sales));
		await streams.type(`@${join(folder, file)} ${words}`);
		return { file, sales, events: await scene.turn(service.dispatch.settled) };
	};
	const first = await converse('sales.csv', 'Totals per region, please, and a chart.');
	const triesBefore = triesOf(server).length;
	const second = await converse('autumn.csv', 'And the same for this one.');
	const artifacts = join(process.cwd(), 'artifacts', `local-${thread.id}`);
	return { server, episodes: [first, second], triesBefore, artifacts };
}

/** The demo has a home of its own and asks nobody but its own server. */
function demoConfig(folder: string, url: string): Config {
	const { SANDBOX_RUNTIME, SANDBOX_ACCEPT, NO_COLOR, TERM } = environment('');
	return loadConfig({
		THREADSMITH_HOME: join(folder, 'home'),
		OPENAI_BASE_URL: url,
		BRAIN_MODEL: 'brain',
		CODER_MODEL: 'coder',
		SUMMARIZER_MODEL: 'summarizer',
		...{ SANDBOX_RUNTIME, SANDBOX_ACCEPT, NO_COLOR, TERM },
	});
}
