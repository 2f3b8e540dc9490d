import { randomBytes } from 'node:crypto';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '../../base/errors.ts';
import { silentLogger } from '../../base/log.ts';
import type { AgentEvent } from '../../chat/events.ts';
import { type Connections, compose } from '../../compose.ts';
import { type Config, loadConfig } from '../../config/config.ts';
import { environment } from '../../config/environment.ts';
import { openModels } from '../../models.ts';
import { installedAgents } from '../../process/agents/coding-parts.ts';
import { newThread, terminalOn } from '../../terminal-parts.ts';
import { observed } from '../model-server/observed.ts';
import { createPlayedStreams } from '../model-server/played-streams.ts';
import { type OpenStage, openStage } from '../open-stage.ts';
import { type Provider, startProvider } from '../provider/provider.ts';
import { printVerdicts, type Report, reporter } from '../report.ts';
import { createScene } from '../scene.ts';
import type { DemoOptions } from '../stand-in.ts';
import { codeDemoScript } from './code-script.ts';
import { type CodeDemoFacts, codeVerdicts } from './code-verdicts.ts';
import { branchesOf, type LocalHost, startLocalHost } from './local-host.ts';
import { pushedBranches, searched, testsOn } from './look-back.ts';
import { asked, repositoryName, statedTest, yes } from './story.ts';

/** Shows a repository go in and a pull request come out, over a code host on this machine. Resolves with 0 when every step happened, else with 1. */
export async function runDemo({ json, signal, stage: given }: DemoOptions): Promise<number> {
	const report = reporter(json);
	const [agent] = await installedAgents();
	if (agent === undefined)
		throw new ProblemError('No coding agent is installed for the demo', 'Run: threadsmith image agents pi');
	report.say(
		`This demo has ${agent.title} mend a repository, up to a pull request. The model is scripted, and the code host is on this machine.`,
	);
	report.say('Git, its server, the sandboxes, the agent, the tests and the diff are real.\n');
	await using stage = await openStage(given);
	const facts = await play(stage, agent, report, { json, signal });
	return printVerdicts(codeVerdicts(facts), report);
}

async function play(
	{ folder, helper }: OpenStage,
	agent: { readonly name: string; readonly title: string },
	report: Report,
	{ json, signal }: DemoOptions,
): Promise<CodeDemoFacts> {
	const token = randomBytes(20).toString('hex');
	const served = join(folder, 'code-host');
	await mkdir(served, { recursive: true });
	await using host = await startLocalHost(served, token);
	await using provider = await startProvider(codeDemoScript(agent.name), { models: ['demo'], apiKey: key });
	const config = demoConfig(folder, `${provider.url}/v1`, host);
	const { NO_COLOR, TERM } = config.settings;
	const streams = createPlayedStreams({ json, color: NO_COLOR === undefined, term: TERM });
	const scene = createScene(report, signal);
	const thread = { platform: 'terminal', id: `demo-${newThread().id}` } as const;
	const connect = async (connections: Connections) => {
		await keepCredential(connections, { host: host.name, token, place: 'local' });
		return [observed(terminalOn({ streams, config, connections, thread, onLeave: () => {} }), scene.see)];
	};
	const models = await openModels(config, signal);
	await using service = await compose({ config, models, log: silentLogger, connect, helper });
	await service.start();
	const line = async (text: string) => {
		await streams.type(text);
		await service.dispatch.settled();
	};
	const turn = async (text: string) => {
		await streams.type(text);
		return await scene.turn(service.dispatch.settled);
	};
	const main = (await branchesOf(host.repository)).get('main');
	await line(`/repo add ${host.url} --kind gitea`);
	await line(`/repo test ${repositoryName} ${statedTest}`);
	const work = await turn(asked);
	const before = await besideMain(host);
	const opened = await turn(yes);
	const facts = { agent: agent.title, turns: [work, opened] as const, before };
	return {
		...facts,
		...(await outcome(host, main)),
		leaks: await leaksOf(token, { provider, folder, events: [...work, ...opened] }),
	};
}

/** The operator's, which no sandbox sees. */
const key = 'sk-demo-operator';

interface DemoKey {
	readonly host: string;
	readonly token: string;
	readonly place: string;
}

/** As `threadsmith credentials add` keeps it. */
export async function keepCredential(
	{ secrets }: Pick<Connections, 'secrets'>,
	{ host, token, place }: DemoKey,
): Promise<void> {
	const id = `c-${randomBytes(6).toString('hex')}`;
	const value = {
		id,
		place,
		host,
		repositories: [repositoryName],
		key: { kind: 'token', token, login: 'smith' },
	};
	await secrets.write(`git.${id}`, value);
}

async function besideMain({ repository }: LocalHost): Promise<readonly string[]> {
	return [...(await branchesOf(repository)).keys()].filter((name) => name !== 'main');
}

async function outcome(
	{ repository, api }: LocalHost,
	main: string | undefined,
): Promise<Pick<CodeDemoFacts, 'branches' | 'moved' | 'pulls' | 'tests'>> {
	const branches = await pushedBranches(repository);
	return {
		branches,
		moved: (await branchesOf(repository)).get('main') !== main,
		pulls: api
			.pulls(repositoryName)
			.map(({ title, head, state }) => ({ draft: /^WIP: /.test(title), head: head.branch, state })),
		tests: await testsOn(branches[0]),
	};
}

interface Searched {
	readonly provider: Provider;
	readonly folder: string;
	readonly events: readonly AgentEvent[];
}

async function leaksOf(token: string, { provider, folder, events }: Searched): Promise<readonly string[]> {
	const shown = JSON.stringify(events).includes(token) ? ['what was shown'] : [];
	const asked = JSON.stringify(provider.requests).includes(token) ? ['a request to a model'] : [];
	const files = await searched(join(folder, 'home'), token);
	return [...shown, ...asked, ...files.filter((name) => !name.startsWith('secrets/'))];
}

function demoConfig(folder: string, url: string, { name, caFile }: LocalHost): Config {
	const { SANDBOX_RUNTIME, SANDBOX_ACCEPT, AGENT_RUNTIME, NO_COLOR, TERM } = environment('');
	return loadConfig({
		THREADSMITH_HOME: join(folder, 'home'),
		OPENAI_BASE_URL: url,
		OPENAI_API_KEY: key,
		BRAIN_MODEL: 'demo',
		CODER_MODEL: 'demo',
		SUMMARIZER_MODEL: 'demo',
		GIT_PRIVATE_HOSTS: name,
		GIT_CA_FILE: caFile,
		...{ SANDBOX_RUNTIME, SANDBOX_ACCEPT, AGENT_RUNTIME, NO_COLOR, TERM },
	});
}
