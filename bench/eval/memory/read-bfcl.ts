import { readFile } from 'node:fs/promises';
import { unzipSync } from 'fflate';
import { z } from 'zod';
import type { Question, Scenario } from './scenario.ts';

const turns = z.array(z.array(z.object({ role: z.string(), content: z.string() })));
const asked = z.object({ id: z.string(), scenario: z.string(), question: turns });
const answered = z.object({ id: z.string(), ground_truth: z.array(z.string()) });
const told = z.object({ id: z.string(), question: turns });

const data = 'bfcl_eval/data';

/**
 * The questions on memory of BFCL v4 out of the wheel of `bfcl-eval` at `path`, with what is told before them. Rejects where it is not that.
 * The data are by the Gorilla project, Apache 2.0: https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard
 */
export async function readBfcl(path: string): Promise<readonly Scenario[]> {
	const files = unzipSync(await readFile(path), {
		filter: ({ name }) => name.startsWith(data) && name.includes('memory'),
	});
	const answers = new Map(
		linesOf(files, 'possible_answer/BFCL_v4_memory.json', answered).map((one) => [one.id, one.ground_truth]),
	);
	const questions = linesOf(files, 'BFCL_v4_memory.json', asked);
	return [...new Set(questions.map(({ scenario }) => scenario))].map((name) => ({
		name,
		conversations: linesOf(files, `memory_prereq_conversation/memory_${name}.json`, told).map(({ question }) =>
			wordsIn(question),
		),
		questions: questions
			.filter(({ scenario }) => scenario === name)
			.map(({ id, question }): Question => ({ ask: wordsIn(question).join('\n'), answers: answers.get(id) ?? [] })),
	}));
}

function wordsIn(question: z.infer<typeof turns>): string[] {
	return question.flat().flatMap(({ role, content }) => (role === 'user' ? [content] : []));
}

function linesOf<T>(files: Readonly<Record<string, Uint8Array>>, name: string, schema: z.ZodType<T>): readonly T[] {
	const bytes = files[`${data}/${name}`];
	if (!bytes) throw new Error(`The wheel holds no "${data}/${name}": is it one of bfcl-eval?`);
	const lines = new TextDecoder().decode(bytes).split('\n');
	return lines.filter((line) => line.trim() !== '').map((line) => schema.parse(JSON.parse(line)));
}
