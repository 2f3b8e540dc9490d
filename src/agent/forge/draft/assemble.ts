import { type ForgeSpec, shownExample } from '../spec/spec.ts';
import { pythonLiteral } from './python-literal.ts';

/** The interface that `python3 tool.py --describe` must print: that of the spec, frozen before any code was written. Pure. */
export function describeOf(spec: ForgeSpec): Readonly<Record<string, unknown>> {
	const { name, category, purpose, input, output, capabilities, varies } = spec;
	const example = shownExample(spec);
	return { name, category, description: purpose, input, output, ...(example && { example }), capabilities, varies };
}

export interface ToolParts {
	readonly spec: ForgeSpec;
	/** The Coder's code, with `run(input)` in it. */
	readonly body: string;
	/** PEP 723's block, its lines beginning with `#`. */
	readonly header: string;
}

/**
 * The whole of tool.py: header, the Coder's body, and below it what is ours, so that nothing in the body can change it and a
 * `from __future__` of the body still comes first. Pure.
 */
export function assembleTool({ spec, body, header }: ToolParts): string {
	return [
		header.trim(),
		'',
		...commentOf(`${spec.category}/${spec.name}: ${spec.purpose}`),
		'',
		body.replaceAll(/\r\n?/g, '\n').trim(),
		'',
		'',
		`META = ${pythonLiteral(describeOf(spec))}`,
		'',
		'',
		footer,
	].join('\n');
}

const width = 110;

function commentOf(text: string): string[] {
	const lines: string[] = [];
	for (const word of text.split(/\s+/u).map(withoutControls).filter(Boolean)) {
		const last = lines.at(-1);
		if (last !== undefined && last.length + word.length < width) lines[lines.length - 1] = `${last} ${word}`;
		else lines.push(`# ${word}`);
	}
	return lines;
}

/** Controls could end a comment. */
function withoutControls(text: string): string {
	return text.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '');
}

/** A text with the lines of tool.py that a traceback in it names, as lines of the body that the Coder wrote. Pure. */
export function inBodyLines(text: string, { code, body }: { readonly code: string; readonly body: string }): string {
	const written = body.replaceAll(/\r\n?/g, '\n');
	const shift = linesBefore(written.trim(), code) - linesBefore(written.trim(), written);
	return text.replaceAll(/(tool\.py", line )(\d+)/g, (_, head: string, line: string) => head + (Number(line) - shift));
}

function linesBefore(part: string, whole: string): number {
	return whole.slice(0, Math.max(0, whole.indexOf(part))).split('\n').length - 1;
}

/** The tool without what every one ends with; as it is where that is not there to the letter. Pure. */
export function withoutFooter(code: string): string {
	return code.endsWith(footer) ? code.slice(0, -footer.length).trimEnd() : code;
}

/** The tool's own prints go to stderr: standard output holds the result and nothing else. */
const footer = `def _run_as_script():
    import json
    import os
    import sys

    if sys.argv[1:] == ["--describe"]:
        print(json.dumps(META))
        return 0
    result = os.dup(1)
    os.dup2(2, 1)
    failed = 0
    try:
        given = json.loads(sys.stdin.buffer.read())
        if not isinstance(given, dict):
            raise ValueError("The input must be one JSON object")
        answer = json.dumps(run(given), allow_nan=False)
    except Exception as error:
        failed = 1
        answer = json.dumps({"error": {"type": type(error).__name__, "message": str(error)}})
    with os.fdopen(result, "w", encoding="utf-8") as out:
        out.write(answer + "\\n")
    return failed


if __name__ == "__main__":
    raise SystemExit(_run_as_script())
`;
