import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ProblemError } from '../../base/errors.ts';
import { silentLogger } from '../../base/log.ts';
import { type Connections, compose } from '../../compose.ts';
import { type Config, loadConfig } from '../../config/config.ts';
import { environment } from '../../config/environment.ts';
import { openModels } from '../../models.ts';
import { installedAgents } from '../../process/agents/coding-parts.ts';
import { newThread, terminalOn } from '../../terminal-parts.ts';
import { observed } from '../model-server/observed.ts';
import { createPlayedStreams } from '../model-server/played-streams.ts';
import { type OpenStage, openStage } from '../open-stage.ts';
import { startProvider } from '../provider/provider.ts';
import { printVerdicts, type Report, reporter } from '../report.ts';
import { createScene } from '../scene.ts';
import type { DemoOptions } from '../stand-in.ts';
import { agentDemoScript, agentTask } from './agent-script.ts';
import { type AgentDemoFacts, agentVerdicts } from './agent-verdicts.ts';
import { program, programFolder } from './program.ts';

/** Shows a coding agent mend a program, over a scripted provider; all else is real. Resolves with 0 when every step happened, else with 1. */
export async function runDemo({ json, signal, stage: given }: DemoOptions): Promise<number> {
	const report = reporter(json);
	const [agent] = await installedAgents();
	if (agent === undefined)
		throw new ProblemError('No coding agent is installed for the demo', 'Run: ./threadsmith image agents pi');
	report.say(`This demo has ${agent.title} mend a small program. The model is scripted, on this machine.`);
	report.say('The agent, its sandbox, the gateway that it speaks through, the tests and the diff are real.\n');
	await using stage = await openStage(given);
	const facts = await play(stage, agent, report, { json, signal });
	return printVerdicts(agentVerdicts(facts), report);
}

/** The operator's, which no sandbox sees. */
const key = 'sk-demo-operator';

async function play(
	{ folder, helper }: OpenStage,
	{ name, title }: { readonly name: string; readonly title: string },
	report: Report,
	{ json, signal }: DemoOptions,
): Promise<AgentDemoFacts> {
	await using provider = await startProvider(agentDemoScript, { models: ['demo'], apiKey: key });
	const config = demoConfig(folder, `${provider.url}/v1`);
	const { NO_COLOR, TERM } = config.settings;
	const streams = createPlayedStreams({ json, color: NO_COLOR === undefined, term: TERM });
	const scene = createScene(report, signal);
	const thread = { platform: 'terminal', id: `demo-${newThread().id}` } as const;
	const connect = async (connections: Connections) => [
		observed(terminalOn({ streams, config, connections, thread, onLeave: () => {} }), scene.see),
	];
	const models = await openModels(config, signal);
	await using service = await compose({ config, models, log: silentLogger, connect, helper });
	await service.start();
	const turn = async (line: string) => {
		await streams.type(line);
		return await scene.turn(service.dispatch.settled);
	};
	const files = await writeProgram(folder);
	const before = await turn(`${files} Do the tests of this pass?`);
	const work = await turn(`/agent ${name} --folder=${programFolder} ${agentTask}`);
	await streams.type('/agent done');
	const after = await turn('Do they pass now?');
	return { agent: title, turns: [before, work, after], requests: provider.requests };
}

/** Answers how its files are named in a message. */
async function writeProgram(folder: string): Promise<string> {
	const paths = Object.entries(program).map(async ([name, content]) => {
		const path = join(folder, name);
		await writeFile(path, content);
		return `@${path}`;
	});
	return (await Promise.all(paths)).join(' ');
}

function demoConfig(folder: string, url: string): Config {
	const { SANDBOX_RUNTIME, SANDBOX_ACCEPT, AGENT_RUNTIME, NO_COLOR, TERM } = environment('');
	return loadConfig({
		THREADSMITH_HOME: join(folder, 'home'),
		OPENAI_BASE_URL: url,
		OPENAI_API_KEY: key,
		BRAIN_MODEL: 'demo',
		CODER_MODEL: 'demo',
		SUMMARIZER_MODEL: 'demo',
		...{ SANDBOX_RUNTIME, SANDBOX_ACCEPT, AGENT_RUNTIME, NO_COLOR, TERM },
	});
}
