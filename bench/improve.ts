// Has Threadsmith improve itself, from `/improve` to a pull request: its own repository at the commit that is checked out here, over a git server and a code host on this machine. The model
// is scripted; the set-up, which fetches the packages through the door, the sandboxes and all checks and tests are real.
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { improveSetup, improveTest } from '../src/agent/commands/improve.ts';
import { silentLogger } from '../src/base/log.ts';
import type { AgentEvent } from '../src/chat/events.ts';
import { type Connections, compose } from '../src/compose.ts';
import { type Config, loadConfig } from '../src/config/config.ts';
import { environment } from '../src/config/environment.ts';
import { branchesOf } from '../src/demo/code/local-host.ts';
import { observed } from '../src/demo/model-server/observed.ts';
import { createPlayedStreams } from '../src/demo/model-server/played-streams.ts';
import { startProvider } from '../src/demo/provider/provider.ts';
import { printVerdicts, reporter } from '../src/demo/report.ts';
import { createScene } from '../src/demo/scene.ts';
import type { Verdict } from '../src/demo/verdicts.ts';
import { openModels } from '../src/models.ts';
import { operatorCommands } from '../src/talk/operator-commands.ts';
import { newThread, terminalOn } from '../src/terminal-parts.ts';
import { asCommand, say, whole } from './as-command.ts';
import { type OwnHost, ownName, startOwnHost } from './improve/own-host.ts';
import { improveScript, testFile, wanted } from './improve/story.ts';

interface Choice {
	readonly json: boolean;
	readonly minutes: number;
	readonly setup: string;
	readonly test: string;
}

const usage = `npm run try-improve -- [--json] [--minutes <n>] [--setup <command>] [--test <command>]

  --minutes   REPO_TEST_MINUTES; default: the service's own
  --setup     instead of ${improveSetup}
  --test      instead of ${improveTest}
`;

function choose(args: readonly string[]): Choice | undefined {
	const text = { type: 'string' } as const;
	const flag = { type: 'boolean', default: false } as const;
	const { values } = parseArgs({
		args: [...args],
		options: { help: flag, json: flag, minutes: text, setup: text, test: text },
	});
	const { help, json, minutes = '10', setup = improveSetup, test = improveTest } = values;
	return help ? undefined : { json, setup, test, minutes: whole('minutes', minutes) };
}

async function improve(choice: Choice, signal: AbortSignal): Promise<number> {
	const folder = await mkdtemp(join(tmpdir(), 'threadsmith-improve-'));
	try {
		return await play(folder, choice, signal);
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

async function play(folder: string, choice: Choice, signal: AbortSignal): Promise<number> {
	const token = randomBytes(20).toString('hex');
	await using host = await startOwnHost(join(import.meta.dirname, '..'), folder, token);
	await using provider = await startProvider(improveScript, { models: ['scripted'], apiKey: key });
	const config = configOf(folder, `${provider.url}/v1`, { host, choice });
	const report = reporter(choice.json);
	const scene = createScene({ ...report, event: () => {} }, signal);
	const streams = createPlayedStreams({ json: true, color: false });
	const thread = { platform: 'terminal', id: `improve-${newThread().id}` } as const;
	const started = performance.now();
	const see = (event: AgentEvent): void => {
		tell(event, performance.now() - started);
		scene.see(event);
	};
	const connect = async (connections: Connections) => {
		await keepCredential(connections, host, token);
		return [observed(terminalOn({ streams, config, connections, thread, onLeave: () => {} }), see)];
	};
	const models = await openModels(config, signal);
	const operator = operatorCommands(config);
	await using service = await compose({ config, models, log: silentLogger, connect, operator });
	await service.start();
	const main = (await branchesOf(host.repository)).get('main');
	const lines = [
		`/repo add ${host.url} --kind gitea`,
		`/repo setup ${ownName} ${choice.setup}`,
		`/repo set ${ownName} --indexes npm`,
		`/repo test ${ownName} ${choice.test}`,
	];
	for (const line of lines) {
		await streams.type(line);
		await service.dispatch.settled();
	}
	await streams.type(`/improve ${wanted}`);
	const work = await scene.turn(service.dispatch.settled);
	await streams.type('Open pull request');
	const opened = await scene.turn(service.dispatch.settled);
	return printVerdicts(await verdictsOf({ work, opened, host, main }), report);
}

const key = 'sk-improve-operator';

async function keepCredential({ secrets }: Pick<Connections, 'secrets'>, { name }: OwnHost, token: string) {
	const id = `c-${randomBytes(6).toString('hex')}`;
	const login = 'smith';
	const facts = { id, place: 'local', host: name, repositories: [ownName] };
	await secrets.write(`git.${id}`, { ...facts, key: { kind: 'token', token, login } });
}

/** What runs is heard while it does. */
function tell(event: AgentEvent, ms: number): void {
	if (event.type === 'tool-output') process.stderr.write(event.text);
	if (event.type === 'tool-started' || event.type === 'tool-finished')
		say(`--- ${event.type} after ${Math.round(ms / 1_000)} s: ${JSON.stringify(event).slice(0, 600)}`);
}

interface Seen {
	readonly work: readonly AgentEvent[];
	readonly opened: readonly AgentEvent[];
	readonly host: OwnHost;
	/** Where the default branch was. */
	readonly main: string | undefined;
}

async function verdictsOf({ work, opened, host, main }: Seen): Promise<readonly Verdict[]> {
	const verdict = (name: string, value: string, met: boolean): Verdict => ({
		...{ suite: 'demo', name, value, unit: 'seen', met },
	});
	const said = work.flatMap((event) => (event.type === 'tool-finished' ? [event.text ?? ''] : [])).join('\n');
	const question = work.flatMap((event) => (event.type === 'question' ? [event.question.text] : []))[0] ?? '';
	const tested = /(?:✅|❌|Not run).*/.exec(question)?.[0] ?? 'nobody was asked';
	const branches = await branchesOf(host.repository);
	const pulls = host.api.pulls(ownName);
	const [branch, ...more] = [...branches.keys()].filter((name) => name !== 'main');
	const changed = branch ? await host.repository.git('diff', '--name-only', 'main', branch) : 'there is no branch';
	const ended = opened.findLast((event) => event.type === 'turn-ended')?.outcome ?? 'it did not end';
	const closed = /packages: \w+/.exec(said)?.[0] ?? 'none';
	return [
		verdict('its packages are at hand, and cannot be changed', closed, closed === 'packages: closed'),
		verdict('checks and tests have passed on that very tree', tested, tested.startsWith('✅')),
		verdict(
			'one branch holds what was asked for, and nothing else',
			changed,
			changed === testFile && more.length === 0,
		),
		verdict(
			'a pull request is open, as a draft, and nothing is merged',
			pulls.map(({ title, state }) => `${state}: ${title}`).join(', ') || 'none',
			pulls.length === 1 &&
				pulls[0]?.state === 'open' &&
				/^WIP: /.test(pulls[0].title) &&
				branches.get('main') === main,
		),
		verdict('the turn has ended well', ended, ended === 'done'),
	];
}

function configOf(
	folder: string,
	url: string,
	{ host: { name, caFile }, choice }: { readonly host: OwnHost; readonly choice: Choice },
): Config {
	const { SANDBOX_RUNTIME, SANDBOX_ACCEPT, NPM_INDEX_URL, PACKAGE_DAYS } = environment('');
	return loadConfig({
		THREADSMITH_HOME: join(folder, 'home'),
		OPENAI_BASE_URL: url,
		OPENAI_API_KEY: key,
		BRAIN_MODEL: 'scripted',
		CODER_MODEL: 'scripted',
		SUMMARIZER_MODEL: 'scripted',
		GIT_PRIVATE_HOSTS: name,
		GIT_CA_FILE: caFile,
		IMPROVE_REPOSITORY: ownName,
		REPO_TEST_MINUTES: String(choice.minutes),
		SANDBOX_MEMORY: '4 GB',
		...{ SANDBOX_RUNTIME, SANDBOX_ACCEPT, NPM_INDEX_URL, PACKAGE_DAYS },
	});
}

process.exitCode = await asCommand(
	{ usage, choose, run: improve, failed: 'It could not be tried' },
	process.argv.slice(2),
);
