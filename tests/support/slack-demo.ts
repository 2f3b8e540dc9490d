import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Connections, compose } from '../../src/compose.ts';
import { loadConfig } from '../../src/config.ts';
import { brainScript } from '../../src/demo/brain-script.ts';
import { coderScript } from '../../src/demo/coder-script.ts';
import { type ModelServer, startModelServer } from '../../src/demo/model-server.ts';
import { observed } from '../../src/demo/observed.ts';
import { printVerdicts, type Report, reporter } from '../../src/demo/report.ts';
import { randomSales, salesCsv } from '../../src/demo/sales.ts';
import { createScene } from '../../src/demo/scene.ts';
import { type Episode, verdictsOf } from '../../src/demo/verdicts.ts';
import { silentLogger } from '../../src/log.ts';
import { openModels } from '../../src/models.ts';
import { platformsOf } from '../../src/serve.ts';
import { type FakeSlack, startFakeSlack } from './fake-slack/fake-slack.ts';
import { createNarrator } from './slack-demo/narrator.ts';
import { threadVerdicts } from './slack-demo/thread-verdicts.ts';

export interface SlackDemoOptions {
	/** Events and verdicts as JSON lines, and nothing else on standard output. */
	readonly json: boolean;
	readonly signal: AbortSignal;
	/** Sees the workspace at the end, before it closes. */
	readonly look?: (slack: FakeSlack, threadTs: string) => Promise<void>;
	/** Does something to the workspace before anybody speaks. */
	readonly before?: (slack: FakeSlack) => void;
}

/** The channel of the conversation. */
export const demoChannel = 'C1';

/** Plays the demo's conversation in a Slack workspace on this machine. Resolves with 0 when every step happened, else with 1. */
export async function runSlackDemo(options: SlackDemoOptions): Promise<number> {
	const report = reporter(options.json);
	report.say(
		'This demo plays a conversation in Slack. The workspace is a stand-in on this machine, and the model is scripted.',
	);
	report.say(
		'The bot, its connection, the sandbox, the tool that is forged, its tests, the files and the numbers are real.\n',
	);
	const folder = await mkdtemp(join(tmpdir(), 'demo-'));
	try {
		await using slack = await startFakeSlack();
		options.before?.(slack);
		await using server = await startModelServer({ brain: brainScript, coder: coderScript, summarizer: [] });
		const { episodes, coderCallsBefore, threadTs } = await play({ folder, slack, server, report, ...options });
		const artifacts = await saveFiles(slack, threadTs);
		await options.look?.(slack, threadTs);
		const verdicts = [
			...(await verdictsOf({ server, episodes, coderCallsBefore, artifacts })),
			...threadVerdicts({ slack, channel: demoChannel, threadTs, episodes }),
		];
		return printVerdicts(verdicts, artifacts, report);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

interface Stage extends SlackDemoOptions {
	readonly folder: string;
	readonly slack: FakeSlack;
	readonly server: ModelServer;
	readonly report: Report;
}

interface Played {
	readonly episodes: readonly [Episode, Episode];
	readonly coderCallsBefore: number;
	readonly threadTs: string;
}

async function play({ folder, slack, server, report, signal }: Stage): Promise<Played> {
	const config = loadConfig({
		THREADSMITH_HOME: join(folder, 'home'),
		OPENAI_BASE_URL: server.url,
		BRAIN_MODEL: 'brain',
		CODER_MODEL: 'coder',
		SUMMARIZER_MODEL: 'summarizer',
		SLACK_BOT_TOKEN: slack.botToken,
		SLACK_APP_TOKEN: slack.appToken,
		SLACK_API_URL: slack.apiUrl,
	});
	const scene = createScene(report, signal);
	const narrator = createNarrator(slack, demoChannel, report);
	const connect = async (connections: Connections) =>
		(await platformsOf(config, connections, silentLogger)).map((adapter) => observed(adapter, scene.see));
	const models = await openModels(config, signal);
	await using service = await compose({ config, models, log: silentLogger, connect });
	await service.start();
	const coderCalls = () => server.requests.filter((request) => request.model === 'coder').length;
	let threadTs: string | undefined;
	const converse = async (name: string, words: string): Promise<Episode> => {
		const sales = randomSales(400);
		const files = [{ name, bytes: new TextEncoder().encode(salesCsv(sales)) }];
		const ada = slack.as('U1');
		report.say(`Ada: ${threadTs === undefined ? '@threadsmith ' : ''}${words}  📎 ${name}`);
		// Only the first message of a thread needs to name the bot.
		const sent =
			threadTs === undefined
				? await ada.mention(demoChannel, words, { files })
				: await ada.say(demoChannel, words, { files, threadTs });
		threadTs = sent.threadTs;
		const events = await narrator.during(threadTs, () => scene.turn(service.dispatch.settled));
		return { file: name, sales, events };
	};
	const first = await converse('sales.csv', 'Totals per region, please, and a chart.');
	const coderCallsBefore = coderCalls();
	const second = await converse('autumn.csv', 'And the same for this one.');
	await narrator.settled(threadTs ?? '');
	return { episodes: [first, second], coderCallsBefore, threadTs: threadTs ?? '' };
}

/** The files that are in the thread, as somebody would download them. */
async function saveFiles(slack: FakeSlack, threadTs: string): Promise<string> {
	const folder = join(process.cwd(), 'artifacts', `slack-${threadTs.replace('.', '-')}`);
	await mkdir(folder, { recursive: true });
	const shared = slack.messages(demoChannel, threadTs).filter(({ botId }) => botId === slack.botId);
	for (const file of shared.flatMap(({ files }) => files)) await writeFile(join(folder, file.name), file.bytes);
	return folder;
}
