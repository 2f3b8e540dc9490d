import { z } from 'zod';
import { rejectClasses } from '../../agent/forge/verdict.ts';
import { tallied } from './counts.ts';

const at = z.iso.datetime();
const failedSchema = z.looseObject({ at, event: z.literal('failed'), class: z.string().optional() });
const trySchema = z.looseObject({
	at,
	event: z.literal('forge-try'),
	outcome: z.union([
		z.literal('passed'),
		z.looseObject({ class: z.enum(rejectClasses) }),
		z.looseObject({ doubts: z.array(z.unknown()) }),
	]),
});
const lineSchema = z.union([failedSchema, trySchema]);

/** A line of a session's log as it counts. */
export type Counted = { readonly kind: 'failures' | 'tries'; readonly name: string };

/** A line that counts holds one of these: the others need not be parsed. */
const marks = ['"event":"failed"', '"event":"forge-try"'];

/** A line of a session's log, if it counts and is not older than `since`, ms since 1970. Pure. */
export function countedIn(line: string, since: number): Counted | undefined {
	if (!marks.some((mark) => line.includes(mark))) return undefined;
	const event = lineSchema.safeParse(parsed(line)).data;
	if (event === undefined || Date.parse(event.at) < since) return undefined;
	if (event.event === 'failed') return { kind: 'failures', name: classIn(event.class) };
	const { outcome } = event;
	if (outcome === 'passed') return { kind: 'tries', name: 'passed' };
	return { kind: 'tries', name: 'class' in outcome ? String(outcome.class) : 'doubted' };
}

/** Counted lines, by their names. Pure. */
export function tallyOf(counted: readonly Counted[], kind: Counted['kind']) {
	return tallied(counted.filter((one) => one.kind === kind).map(({ name }) => name));
}

/** Names of classes are ours, and hold nobody's words; logs of earlier versions have none. */
function classIn(name = ''): string {
	return /^[A-Z][A-Za-z]{1,40}(?: [a-z-]{1,30})?$/.test(name) ? name : 'unknown';
}

function parsed(line: string): unknown {
	try {
		return JSON.parse(line);
	} catch {
		return undefined;
	}
}
