import { relative } from 'node:path';
import type { AgentEvent } from '../chat/events.ts';
import type { Verdict } from './verdicts.ts';

/** Where the demo's own words go, apart from the conversation. */
export interface Report {
	/** A line for people. */
	say(line: string): void;
	event(event: AgentEvent): void;
	verdict(verdict: Verdict): void;
}

/** For people: sentences and a list of what happened. For programs: one JSON object a line, and nothing else. */
export function reporter(json: boolean): Report {
	const print = (line: string) => process.stdout.write(`${line}\n`);
	if (json) {
		return {
			say: () => {},
			event: (event) => print(JSON.stringify({ event })),
			verdict: (verdict) => print(JSON.stringify(verdict)),
		};
	}
	return {
		say: print,
		event: () => {},
		verdict: ({ met, name, value }) => print(`  ${met ? '✓' : '✗'} ${name}  (${value})`),
	};
}

/** Prints the verdicts and answers the exit code. `artifacts`: where files were handed over, if any were. */
export function printVerdicts(verdicts: readonly Verdict[], report: Report, artifacts?: string): number {
	report.say('\nWhat happened, checked on the wire and on the disk:');
	for (const verdict of verdicts) report.verdict(verdict);
	const missed = verdicts.filter((verdict) => !verdict.met).length;
	if (missed > 0) report.say(`\n${missed} of ${verdicts.length} steps did not happen`);
	else if (artifacts !== undefined) report.say(`\nThe artifacts are in ${relative(process.cwd(), artifacts)}/`);
	report.say('To talk to a real model: set OPENAI_BASE_URL or OPENAI_API_KEY, then npm start');
	return missed === 0 ? 0 : 1;
}
