import { isDeeperThan } from '../../../base/is-deeper-than.ts';
import { parseLooseJson } from '../../model/text/json-text.ts';
import type { Mender } from '../../model/text/mend-json.ts';
import type { Fault } from '../spec/fault.ts';

/** Collects words on an order while its parts are read one after the other. */
export interface Notes {
	/** Parts that were read as something else than they say, a few words each. */
	readonly taken: Set<string>;
	readonly faults: Fault[];
	readonly mender: Mender;
}

/** Deeper values are left as the text that they came in. */
const deepest = 40;

/** The object or the list that a text is JSON of, with or without Markdown around it; the value itself where it is none. */
export function readText(given: unknown, { mender }: Pick<Notes, 'mender'>): unknown {
	if (typeof given !== 'string') return given;
	const text = withoutFence(given.trim());
	if (!/^[[{]/.test(text)) return given;
	const value = parseLooseJson(text, mender)?.value;
	const isNested = typeof value === 'object' && value !== null;
	return isNested && !isDeeperThan(value, deepest) ? value : given;
}

function withoutFence(text: string): string {
	if (!text.startsWith('```') || !text.endsWith('```')) return text;
	const start = text.indexOf('\n');
	return start < 0 ? text : text.slice(start + 1, -3).trim();
}

/** Whether a value says that there is none. Pure. */
export function isNothing(value: unknown): boolean {
	if (value === null || value === undefined) return true;
	return typeof value === 'string' && /^(?:|null|none|n\/?a|undefined|-)$/i.test(value.trim());
}
