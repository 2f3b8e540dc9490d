import type { AgentEvent } from '../../../chat/events.ts';
import { cleanLine, cleanText } from './clean-text.ts';
import { outputIn } from './output-in.ts';

/** The output of the call that ended last, or runs, for a person who wants to see more than its last line. */
export interface LastOutput {
	/** After each event of a turn that is shown. */
	see(event: AgentEvent): void;
	/** Clean lines. */
	lines(): readonly string[];
}

interface Call {
	readonly name: string;
	output: string;
	isCut: boolean;
	readonly summary: string;
}

/** Characters that are kept of a call; of more, the end. */
const most = 1_000_000;

export function createLastOutput(): LastOutput {
	const running = new Map<string, Call>();
	let last: Call | undefined;

	function add(call: Call, text: string): void {
		const whole = call.output + text;
		call.isCut ||= whole.length > most;
		// Cut now and then, not at each piece.
		call.output = whole.length > 2 * most ? whole.slice(-most) : whole;
	}

	return {
		see(event) {
			if (event.type === 'tool-started') {
				last = { name: `${cleanLine(event.tool)}  ${cleanLine(event.title)}`, output: '', isCut: false, summary: '' };
				running.set(event.callId, last);
			}
			const call = 'callId' in event ? running.get(event.callId) : undefined;
			const words = outputIn(event);
			if (call && words) add(call, words.text);
			if (call && event.type === 'tool-finished') {
				last = { ...call, ...endOf(event) };
				running.delete(event.callId);
			}
		},
		lines: () => (last ? linesOf(last) : ['  Nothing has run since this terminal was opened']),
	};
}

/** Output that came while it ran is a part of its answer at most: it was for those who watch. */
function endOf({ summary, text }: Extract<AgentEvent, { readonly type: 'tool-finished' }>): Partial<Call> {
	return { summary, ...(text !== undefined && { output: text, isCut: false }) };
}

function linesOf({ name, output, isCut, summary }: Call): readonly string[] {
	const head = `  ${name}${summary === '' ? '' : `  ${cleanLine(summary)}`}`;
	const text = cleanText(output.slice(-most)).trimEnd().replaceAll('\t', '    ');
	const cut = isCut ? ['  … the beginning is not kept'] : [];
	return [head, ...cut, ...(text === '' ? ['  It has printed nothing'] : text.split('\n'))];
}
