import { isRecord, type JsonRecord } from '../../../src/agent/model/text/json-text.ts';
import type { Stage } from '../arena.ts';
import type { Orderer } from '../place-order.ts';
import type { HiddenTest, Problem } from '../problem.ts';
import { objectsIn } from './objects-in.ts';

/**
 * A Brain that knows what is right: it never mends a right order, and answers a disputed input by the right result. Of files, and of inputs that it
 * cannot read whole, it says which side is right: the test (A) or the drafts (B).
 */
export function knowingBrain(problem: Problem, drafts: 'right' | 'wrong'): Orderer {
	const side = drafts === 'right' ? 'B' : 'A';
	return {
		mended: () => undefined,
		async answered(question, stage) {
			const cases = [...problem.tests, ...problem.order.examples];
			if (cases.some(({ writes }) => writes !== undefined)) return side;
			const shown = cases.filter(({ input }) => question.includes(JSON.stringify(input)));
			const [only, other] = shown;
			if (only && !other) return answerOf(only);
			if (cases.some(({ files }) => files !== undefined)) return side;
			const input = objectsIn(question).find((one) => fits(one, problem.order.input));
			return (input && (await byRightCode(problem, input, stage))) ?? side;
		},
	};
}

function answerOf({ output, error }: Pick<HiddenTest, 'output' | 'error'>): unknown {
	return output ?? { error: error ?? '' };
}

function fits(value: JsonRecord, schema: JsonRecord): boolean {
	const { properties, required } = schema;
	const names = Object.keys(isRecord(properties) ? properties : {});
	const needed = Array.isArray(required) ? required : [];
	return Object.keys(value).every((name) => names.includes(name)) && needed.every((name) => name in value);
}

const program = `import json, sys
module = {"__name__": "tool"}
exec(sys.argv[1], module)
try:
    print("answer", json.dumps(module["run"](json.loads(sys.argv[2]))))
except ValueError:
    print("answer", json.dumps({"error": ""}))
`;

/** Whatever right code gives for an input that no test has. */
async function byRightCode({ right }: Problem, input: JsonRecord, { sandbox }: Stage): Promise<unknown> {
	const words = [program, right, JSON.stringify(input)].map((word) => `'${word.replaceAll("'", "'\\''")}'`);
	const command = `python3 -c ${words.join(' ')}`;
	const { text } = await sandbox.call({ tool: 'bash', args: { command } }, { signal: AbortSignal.timeout(60_000) });
	const line = /^answer (.*)$/m.exec(text)?.[1];
	return line === undefined ? undefined : JSON.parse(line);
}
