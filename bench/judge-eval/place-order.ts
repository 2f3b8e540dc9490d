import { isRecord, parseJson } from '../../src/agent/model/text/json-text.ts';
import type { ToolOutcome } from '../../src/agent/tool.ts';
import type { Stage } from './arena.ts';
import type { CountedModel } from './players/coder.ts';

/** The Brain's part in an order after it has been sent. */
export interface Orderer {
	/** The order as it is sent again; undefined: it gives up. */
	mended(order: unknown, refusal: string): unknown;
	/** Its answer to a disputed input, for `{continue, answer}`; undefined: it has none. */
	answered(question: string, stage: Stage): Promise<unknown>;
}

/** The way of an order, from the Brain's first call to the end. */
export interface Course {
	readonly made: boolean;
	/** How often the order was sent: once, and again each time that it was sent back. */
	readonly trips: number;
	/** Questions about what is right that came back. */
	readonly disputes: number;
	/** Requests to the Coder's side. */
	readonly calls: number;
	/** Milliseconds of all calls, and those of them in which no draft ran. */
	readonly whole: number;
	readonly host: number;
	/** The last words of the forge. */
	readonly text: string;
}

const mostSteps = 6;

interface Players {
	readonly stage: Stage;
	readonly coder: CountedModel;
	readonly orderer: Orderer;
}

/** Places an order as the Brain does, and stays with it to its end. Rejects with the signal's reason. */
export async function placeOrder(order: unknown, players: Players): Promise<Course> {
	const { stage, coder } = players;
	const [start, ranBefore] = [performance.now(), stage.ranFor()];
	let [trips, disputes] = [0, 0];
	let next: Step = { kind: 'order', given: order };
	let last: Heard = { made: false, text: '' };
	for (let step = 0; step < mostSteps && next.kind !== 'end'; step += 1) {
		if (next.kind === 'order') trips += 1;
		else disputes += 1;
		const asked = coder.calls();
		last = heardIn(await stage.forge(next.given, coder));
		next = await stepAfter(last, { step: next, wasAsked: coder.calls() > asked }, players);
	}
	const whole = performance.now() - start;
	const host = whole - (stage.ranFor() - ranBefore);
	return { ...last, trips, disputes, calls: coder.calls(), whole, host };
}

interface Heard {
	readonly made: boolean;
	readonly text: string;
}

/** A call of the Brain's: an order, or the answer to what is disputed. */
type Step = { readonly kind: 'order' | 'answer'; readonly given: unknown } | { readonly kind: 'end' };

async function stepAfter(
	{ made, text }: Heard,
	{ step, wasAsked }: { readonly step: Step; readonly wasAsked: boolean },
	{ stage, orderer }: Players,
): Promise<Step> {
	if (made || step.kind === 'end') return { kind: 'end' };
	const id = disputeIn(text);
	if (id !== undefined) {
		const answer = await orderer.answered(text, stage);
		return answer === undefined ? { kind: 'end' } : { kind: 'answer', given: { continue: id, answer } };
	}
	// Where nobody was asked, the order itself was sent back.
	const given = step.kind === 'order' && !wasAsked ? orderer.mended(step.given, text) : undefined;
	return given === undefined ? { kind: 'end' } : { kind: 'order', given };
}

/** The id by which a disputed call goes on, which stands in its text. Pure. */
export function disputeIn(text: string): string | undefined {
	return /"continue"\s*:\s*"([^"<>…]+)"/.exec(text)?.[1];
}

/** A tool that there is already is told of with a note. */
function heardIn(outcome: ToolOutcome): Heard {
	if ('ask' in outcome) return { made: false, text: `asks: ${outcome.ask.text}` };
	const told = parseJson(outcome.text)?.value;
	return { made: outcome.ok && isRecord(told) && !('note' in told), text: outcome.text };
}
