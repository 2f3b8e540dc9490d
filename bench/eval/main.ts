import type { Model } from '../../src/agent/model/model.ts';
import { createOpenAiModel } from '../../src/agent/model/openai-model.ts';
import { userMessage } from '../../src/base/errors.ts';
import { startModelServer } from '../../src/demo/model-server/model-server.ts';
import { fetchSet } from '../judge-eval/sets/fetch-set.ts';
import { type Row, round } from '../row.ts';
import { table } from '../table.ts';
import { play, withoutMemory } from './memory/play.ts';
import { readBfcl } from './memory/read-bfcl.ts';
import { type Scenario, sample } from './memory/scenario.ts';
import { scriptedBrain } from './memory/scripted-brain.ts';
import { type Choice, type Endpoint, readChoice, usage } from './options.ts';

/** Fires when the process is asked to leave. */
const leaving = new AbortController();
for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.once(name, () => leaving.abort(new Error(name)));

const say = (line: string): void => void process.stderr.write(`${line}\n`);

type Measuring = Extract<Choice, { kind: 'memory' }>;

async function measure({ json, data, endpoint, questions }: Measuring): Promise<number> {
	await using stack = new AsyncDisposableStack();
	const brain = endpoint ? brainAt(endpoint) : await scripted(stack);
	const scenarios = data === undefined ? sample : await readBfcl(data);
	const rows: Row[] = [];
	for (const whole of scenarios) {
		const row = await rowOf({ ...whole, questions: whole.questions.slice(0, questions) }, brain);
		rows.push(row);
		if (json) process.stdout.write(`${JSON.stringify(row)}\n`);
	}
	if (!json) process.stdout.write(`${table(rows)}\n`);
	return 0;
}

/** The share of right answers, in percent; control: without memory. */
async function rowOf(scenario: Scenario, brain: Model): Promise<Row> {
	say(`${scenario.name} …`);
	const playing = { signal: leaving.signal, say };
	const share = (right: number) => round((100 * right) / scenario.questions.length);
	const value = share(await play(scenario, brain, playing));
	const control = share(await play(scenario, withoutMemory(brain), { ...playing, say: () => undefined }));
	return { suite: 'eval', name: `memory-${scenario.name}`, value, unit: '%', control };
}

function brainAt({ url, model }: Endpoint): Model {
	// biome-ignore lint/style/noProcessEnv: a measurement has no settings of its own, and a key is no option, which everybody on the machine sees
	return createOpenAiModel({ model, baseUrl: url, apiKey: process.env['EVAL_KEY'] });
}

async function scripted(stack: AsyncDisposableStack): Promise<Model> {
	const server = stack.use(await startModelServer({ brain: scriptedBrain }));
	return createOpenAiModel({ model: 'brain', baseUrl: server.url, apiKey: undefined });
}

async function run(choice: Choice): Promise<number> {
	if (choice.kind === 'memory') return await measure(choice);
	if (choice.kind === 'fetch')
		return await fetchSet({ set: 'bfcl', folder: choice.folder }, { signal: leaving.signal, say });
	process.stdout.write(usage);
	return 0;
}

function chosen(): Choice | undefined {
	try {
		return readChoice(process.argv.slice(2));
	} catch (error) {
		say(`${userMessage(error)}\n\n${usage}`);
		return undefined;
	}
}

const choice = chosen();
process.exitCode = choice
	? await run(choice).catch((error: unknown) => {
			if (leaving.signal.aborted) return 130;
			say(`It could not be measured: ${userMessage(error)}`);
			return 1;
		})
	: 2;
