import type { FakeSlack } from '../../tests/support/fake-slack/fake-slack.ts';

/** The share of each method's calls that is refused. */
const share = 0.05;
const everyMs = 200;

interface Counted {
	calls: number;
	limited: number;
	/** Refusals that were ordered. */
	ordered: number;
}

/** Sees to it that of the calls of each method one in twenty is refused for its rate, for a second. Disposing ends it. */
export function refuseSome(slack: Pick<FakeSlack, 'calls' | 'rateLimit'>): Disposable {
	const methods = new Map<string, Counted>();
	let read = slack.calls().length;
	const timer = setInterval(() => {
		const calls = slack.calls();
		for (; read < calls.length; read += 1) count(methods, calls[read]?.method ?? '', calls[read]?.outcome);
		for (const [method, counted] of methods) {
			if (counted.ordered > counted.limited || counted.limited >= share * counted.calls) continue;
			counted.ordered += 1;
			slack.rateLimit(method, { retryAfter: 1 });
		}
	}, everyMs);
	return { [Symbol.dispose]: () => clearInterval(timer) };
}

function count(methods: Map<string, Counted>, method: string, outcome: string | undefined): void {
	const counted = methods.get(method) ?? { calls: 0, limited: 0, ordered: 0 };
	methods.set(method, counted);
	counted.calls += 1;
	if (outcome === 'ratelimited') counted.limited += 1;
}
