import type { AgentEvent } from '../../chat/events.ts';
import type { ProviderRequest } from '../provider/provider-request.ts';
import type { Verdict } from '../verdicts.ts';

export interface AgentDemoFacts {
	readonly agent: string;
	/** The events of the three turns: the tests run, the agent's work, the tests run again. */
	readonly turns: readonly [before: Events, work: Events, after: Events];
	readonly requests: readonly ProviderRequest[];
}

type Events = readonly AgentEvent[];

/** Every step of the demo, judged by what came out of the sandboxes and what is on the wire. Pure. */
export function agentVerdicts({ agent, turns, requests }: AgentDemoFacts): Verdict[] {
	const [before, work, after] = turns;
	const answer = answerIn(work);
	const steps = work.flatMap((event) => (event.type === 'tool-step' ? [event.step.id] : []));
	return [
		verdict(
			'all turns ended as done',
			turns.map(endOf).join(', '),
			turns.every((turn) => endOf(turn) === 'done'),
		),
		verdict('the tests failed before', outcomeIn(before), outcomeIn(before).startsWith('FAILED')),
		verdict(`${agent} worked in a box of its own`, `${new Set(steps).size} steps shown`, new Set(steps).size >= 3),
		verdict(
			'its change came back with a diff',
			'median.py',
			/^-\s+return ordered\[middle\]|^\+\s+if len/m.test(answer),
		),
		verdict('the tests pass after it', outcomeIn(after), outcomeIn(after) === 'OK'),
		verdict(
			"the provider was asked by the operator's key alone, in its own grammar",
			`${requests.length} requests`,
			requests.length > 0 && requests.every(({ problem }) => problem === undefined),
		),
	];
}

function endOf(events: Events): string {
	const end = events.findLast((event) => event.type === 'turn-ended');
	return end?.type === 'turn-ended' ? end.outcome : 'none';
}

function answerIn(events: Events): string {
	const answer = events.findLast((event) => event.type === 'message' && event.final);
	return answer?.type === 'message' ? answer.text : '';
}

/** The runner's own last word in what the call printed. */
function outcomeIn(events: Events): string {
	const texts = events.flatMap((event) => (event.type === 'tool-finished' ? [event.text ?? ''] : []));
	return /^(?:OK|FAILED \([a-z=0-9, ]+\))$/m.exec(texts.join('\n'))?.[0] ?? 'no outcome';
}

function verdict(name: string, value: string, met: boolean): Verdict {
	return { suite: 'demo', name, value, unit: 'seen', met };
}
