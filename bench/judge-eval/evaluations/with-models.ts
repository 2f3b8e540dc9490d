/**
 * The same problems with real models in the roles: the Brain orders each tool by its words and examples, the Coder writes tests and code. Whether
 * a tool is right is told by the problem's own right tests, in use.
 */

import type { Model, ModelReply } from '../../../src/agent/model/model.ts';
import { parseJson } from '../../../src/agent/model/text/json-text.ts';
import type { Message } from '../../../src/store/journal.ts';
import { summarise } from '../../summary.ts';
import type { Stage } from '../arena.ts';
import { type EvalContext, type Evaluation, evalRow, percent } from '../evaluation.ts';
import { runJobs } from '../jobs.ts';
import { type CountedModel, counted } from '../players/coder.ts';
import type { Problem } from '../problem.ts';
import { failedTests } from './failed-tests.ts';

/** Messages of the Brain for one tool. */
const mostTurns = 6;

const system =
	'You are an assistant that has tools made by forge_tool. Use it until the tool is made. Mend what it sends back, answer what it asks, and stop once it says that the tool is made.';

export interface Players {
	readonly brain: Model;
	readonly coder: Model;
}

export function withModels(players: Players): Evaluation {
	return {
		name: 'with-models',
		rows: ['tools-made', 'wrong-tools-passed', 'round-trips', 'model-calls'],
		async run(context) {
			const judged = await runJobs(
				context.problems,
				(problem, lane) => play(problem, players, { lane, context }),
				context,
			);
			const made = judged.filter((one) => one.made);
			const median = (values: readonly number[]) => (values.length === 0 ? undefined : summarise(values).median);
			return [
				...evalRow('tools-made', '%', { value: percent(judged, (one) => one.made) }),
				...evalRow('wrong-tools-passed', '%', { value: percent(made, ({ failed }) => failed.length > 0) }),
				...evalRow('round-trips', 'trips', { value: median(made.map(({ trips }) => trips)) }),
				...evalRow('model-calls', 'calls', { value: median(made.map(({ calls }) => calls)) }),
			];
		},
	};
}

async function play(
	problem: Problem,
	{ brain, coder }: Players,
	{ lane, context }: { readonly lane: number; readonly context: EvalContext },
) {
	const stage = await (await context.arena()).enter(lane);
	const watched = counted(coder);
	const { made, trips } = await converse(problem, { brain, coder: watched, stage }, context.signal);
	const failed = made ? await failedTests(problem, stage, context.signal) : [];
	const end = made ? (failed.length > 0 ? `wrong: ${failed.join(', ')}` : 'right') : 'not made';
	context.say(`  ${problem.order.name}: ${end}`);
	return { made, trips, failed, calls: watched.calls() };
}

interface Scene {
	readonly brain: Model;
	readonly coder: CountedModel;
	readonly stage: Stage;
}

async function converse(problem: Problem, { brain, coder, stage }: Scene, signal: AbortSignal) {
	const messages: Message[] = [{ role: 'user', text: wishOf(problem) }];
	let trips = 0;
	for (let turn = 0; turn < mostTurns; turn += 1) {
		const reply = await whole(brain.reply({ system, messages, tools: [stage.spec] }, signal));
		messages.push({ role: 'assistant', text: reply.text, calls: [...reply.calls] });
		const call = reply.calls.find(({ name }) => name === stage.spec.name);
		if (!call) return { made: false, trips };
		trips += 1;
		const outcome = await stage.forge(parseJson(call.arguments)?.value, coder);
		const text = 'ask' in outcome ? outcome.ask.text : outcome.text;
		const ok = !('ask' in outcome) && outcome.ok;
		if (ok) return { made: true, trips };
		messages.push(...reply.calls.map(({ id }) => ({ role: 'tool' as const, callId: id, ok, text })));
	}
	return { made: false, trips };
}

async function whole(parts: ReturnType<Model['reply']>): Promise<ModelReply> {
	for (let part = await parts.next(); ; part = await parts.next()) if (part.done) return part.value;
}

/** Its fields are given, so that the problem's tests fit what the Brain orders. */
function wishOf({ order: { name, purpose, input, output, examples, rejects } }: Problem): string {
	return [
		`I need a tool "${name}". ${purpose}`,
		`Its input has this schema: ${JSON.stringify(input)}; its result this one: ${JSON.stringify(output)}.`,
		...examples.map((example) => `For example: ${JSON.stringify(example)}`),
		`It must refuse: ${JSON.stringify(rejects)}`,
	].join('\n');
}
