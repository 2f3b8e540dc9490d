import type { Model } from '../../../src/agent/model/model.ts';
import type { Thread } from '../../../src/chat/thread.ts';
import { instructionsName } from '../../../src/store/notes.ts';
import { inbound, message, openWorkbench, type Workbench } from '../../../tests/support/workbench.ts';
import { tempHome } from '../../parts/temp-home.ts';
import { isAnswered, type Scenario } from './scenario.ts';

/** Said to the Brain of both, so that they differ in nothing but the tools. */
const instructions =
	'Facts that a person tells about themselves or their work are for later conversations: remember each of them with scope person. Before you answer what they ask, recall. Answer in a few words.';

/** Questions of one turn that are answered with yes, at most. */
const mostAsked = 100;

export interface Playing {
	readonly signal: AbortSignal;
	readonly say: (line: string) => void;
}

/** How many of the questions of a scenario are answered right, each in a conversation of its own after all that was told. */
export async function play(
	{ name, conversations, questions }: Scenario,
	brain: Model,
	{ signal, say }: Playing,
): Promise<number> {
	await using home = await tempHome();
	await using bench = openWorkbench({ home: home.path, brain });
	await bench.notes.open({ kind: 'place', place: 'local' }).own.write(instructionsName, instructions);
	for (const [at, words] of conversations.entries())
		for (const one of words) {
			signal.throwIfAborted();
			await turn(bench, one, { platform: 'terminal', id: `told-${at}` });
		}
	let right = 0;
	for (const [at, { ask, answers }] of questions.entries()) {
		signal.throwIfAborted();
		const answer = await turn(bench, ask, { platform: 'terminal', id: `asked-${at}` });
		if (isAnswered(answer, answers)) right += 1;
		else say(`  ${name}: ${ask} -> ${answer.slice(0, 100).replaceAll('\n', ' ')}`);
	}
	return right;
}

/** The answer of the turn of a message; whatever it asks is answered with yes. */
async function turn(bench: Workbench, text: string, thread: Thread): Promise<string> {
	const seen = bench.platform.events.length;
	await bench.say({ ...message(text), thread });
	const answered = new Set<string>();
	for (let asked = 0; asked < mostAsked; asked += 1) {
		const open = bench.platform.events
			.slice(seen)
			.flatMap((event) => (event.type === 'question' && !answered.has(event.question.id) ? [event.question] : []));
		const [question] = open;
		if (!question) break;
		answered.add(question.id);
		const value = question.answer.kind === 'choices' ? (question.answer.choices[0] ?? '') : 'yes';
		await bench.say({ ...inbound('answer', { question: question.id, value }), thread });
	}
	const { journal } = await bench.sessions.open(bench.places.sessionIdOf(thread));
	const newest = (await journal.after(0)).findLast(({ step }) => step.type === 'model');
	return newest?.step.type === 'model' ? newest.step.message.text : '';
}

/** The model as it is told of no memory. */
export function withoutMemory(model: Model): Model {
	const isOther = ({ name }: { readonly name: string }) => name !== 'remember' && name !== 'recall';
	return {
		...model,
		reply: (request, signal) => model.reply({ ...request, tools: request.tools.filter(isOther) }, signal),
	};
}
