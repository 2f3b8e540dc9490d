import { specOf, type TestTool } from './tool-home.ts';

const text = { type: 'string' };
const number = { type: 'number' };

/** Adds numbers; refuses none of them. */
export const addNumbers: TestTool = {
	spec: specOf('math/add_numbers', 'Adds numbers.', {
		input: { numbers: { type: 'array', items: number } },
		output: { sum: number },
		example: [{ numbers: [1, 2] }, { sum: 3 }],
	}),
	body: `def run(input: dict) -> dict:
    if not input["numbers"]:
        raise ValueError("numbers must not be empty")
    return {"sum": sum(input["numbers"])}`,
};

/** Writes a file below /outputs, of what it finds below /inputs. */
export const countLines: TestTool = {
	spec: specOf('files/count_lines', 'Counts the lines of a file.', {
		input: { path: text, report: text },
		output: { lines: { type: 'integer' }, report: text },
		example: [
			{ path: '/inputs/a.txt', report: '/outputs/report.txt' },
			{ lines: 2, report: '/outputs/report.txt' },
		],
	}),
	body: `import sys


def run(input: dict) -> dict:
    with open(input["path"]) as file:
        lines = len(file.readlines())
    with open(input["report"], "w") as file:
        file.write(f"{lines} lines\\n")
    print("counted", lines, file=sys.stderr)
    return {"lines": lines, "report": input["report"]}`,
};

/** Waits for ever in a process of its own that ignores SIGTERM, and says so. */
export const waitLong: TestTool = {
	spec: {
		...specOf('misc/wait_long', 'Waits.', {
			input: { mark: text },
			output: { done: { type: 'boolean' } },
			example: [{ mark: '0' }, { done: true }],
		}),
		capabilities: ['subprocess'],
	},
	body: `import subprocess


def run(input: dict) -> dict:
    print("waiting", flush=True)
    subprocess.run(["bash", "-c", f"trap '' TERM; sleep {int(input['mark'])}; true"])
    return {"done": True}`,
};

/** Answers what its schema does not allow. */
export const answerWrongly: TestTool = {
	spec: specOf('misc/answer_wrongly', 'Answers wrongly.', {
		input: {},
		output: { sum: number },
		example: [{}, { sum: 1 }],
	}),
	body: `def run(input: dict) -> dict:
    return {"sum": "three"}`,
};

/** Fails in a way that is the tool's own. */
export const divideByZero: TestTool = {
	spec: specOf('misc/divide_by_zero', 'Fails.', { input: {}, output: { sum: number }, example: [{}, { sum: 1 }] }),
	body: `def run(input: dict) -> dict:
    return {"sum": 1 / 0}`,
};
