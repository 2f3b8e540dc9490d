import type { Touch } from '../../tool.ts';

/**
 * The earlier calls of a message that a call waits for: whoever changes files for all that have to do with files, whoever looks at them for
 * those that change them, and whoever needs a tool for those that make one. All others run side by side.
 */
const waitsFor: Readonly<Record<Touch, readonly Touch[]>> = {
	nothing: [],
	'uses-tools': ['makes-tools'],
	looks: ['changes', 'makes-tools'],
	changes: ['looks', 'changes', 'makes-tools'],
	'makes-tools': ['uses-tools', 'looks', 'changes', 'makes-tools'],
};

/** `left`: without a result for now. It asks people, or waits for one that does. */
export type CallEnd = 'finished' | 'left';

/** As it stands, or a function where it depends on which tools there are then. */
export type AskedTouch = Touch | (() => Promise<Touch>);

interface Ordered {
	readonly touch: Promise<Touch>;
	readonly end: Promise<CallEnd>;
}

/**
 * Runs calls, each as soon as those before it that it waits for have finished. One behind a call that is left is left too; one behind a call
 * that rejects rejects with the same, and does not run.
 */
export function inOrder<Call>(
	calls: readonly Call[],
	touchOf: (call: Call) => AskedTouch,
	run: (call: Call) => Promise<CallEnd>,
): readonly Promise<CallEnd>[] {
	// Most messages have one call: nobody has to find out about it.
	if (calls.length === 1) return calls.map(run);
	const ordered: Ordered[] = [];
	for (const call of calls) {
		const before = [...ordered];
		const touch = touchAfter(before, touchOf(call));
		ordered.push({ touch, end: runAfter(before, touch, () => run(call)) });
	}
	return ordered.map(({ end }) => end);
}

/** A tool of its name may be made, or made anew, by a call before it. */
async function touchAfter(before: readonly Ordered[], asked: AskedTouch): Promise<Touch> {
	if (typeof asked === 'string') return asked;
	for (const { touch, end } of before) if ((await touch) === 'makes-tools') await end;
	return asked();
}

async function runAfter(
	before: readonly Ordered[],
	touch: Promise<Touch>,
	run: () => Promise<CallEnd>,
): Promise<CallEnd> {
	const awaited = waitsFor[await touch];
	for (const other of awaited.length > 0 ? before : []) {
		if (awaited.includes(await other.touch) && (await other.end) === 'left') return 'left';
	}
	return run();
}
