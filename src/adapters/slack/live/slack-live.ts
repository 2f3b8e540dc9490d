import type { Live, SettleEnd, ShowScene, StreamedAnswer } from '../../present/ground.ts';
import type { ProgressLine } from '../../present/progress-line.ts';
import { noteShown, rowOf } from '../../present/show/post-once.ts';
import { withLast } from '../../present/turn-state.ts';
import { feedbackBlock } from '../render/parts.ts';
import {
	endsEarlier,
	hasMessage,
	isOfEarlier,
	isSought,
	standsFinished,
	told,
	withLine,
} from './earlier/earlier-lines.ts';
import { finishEarlier } from './earlier/finish-earlier.ts';
import { createLiveSide, type LiveSide, type LiveSideDeps, letGo, liveOf, moveEarlier } from './live-side.ts';

/** Shows a turn in Slack while it runs, by streams or by messages that are edited. Those that an earlier process has left get their last form, and new things a message of their own. */
export function createSlackLive(
	deps: LiveSideDeps,
	scene: ShowScene,
): { readonly live: Live; readonly streamed: StreamedAnswer } {
	const side = createLiveSide(deps, scene);
	const held: (readonly [step: number, delta: string])[] = [];
	return {
		live: {
			say(step, delta) {
				held.push([step, delta]);
				if (isSought(side.state.earlier)) return;
				for (const said of held.splice(0)) liveOf(side).say(...said);
			},
			put(line, key) {
				held.length = 0;
				return key === undefined ? putFirst(side, line) : putLine(side, line, key);
			},
			makeWay: () => finishEarlier(side),
			settle: (end) => settle(side, end),
			finish: () => finishEarlier(side),
		},
		streamed: {
			isThere: () => side.state.live !== undefined,
			async become({ key, text }) {
				const answer = { text, blocks: [feedbackBlock(scene.turn)], keys: [key] };
				const ts = await side.state.live?.becomeAnswer(answer);
				if (ts !== undefined) letGo(side);
				return ts;
			},
		},
	};
}

/** Lines without keys come first of all, or change a call's. After a restart they are remembered, or stand in an earlier message. */
async function putFirst(side: LiveSide, line: ProgressLine): Promise<void> {
	const { earlier, live } = side.state;
	const isShown = earlier.settled.length > 0;
	if (hasMessage(earlier) && (isOfEarlier(earlier, line) || !(isShown || live)))
		moveEarlier(side, (state) => withLine(state, line, { key: undefined, open: false }));
	else if (live || !isShown) await liveOf(side).put(line);
}

/** Shows a keyed line of the live message once. What an earlier process has shown is remembered, for its own live message. */
async function putLine(side: LiveSide, line: ProgressLine, key: string): Promise<void> {
	const { deps, scene } = side;
	const { earlier } = side.state;
	const isKnown = rowOf(scene, key) !== undefined;
	if (isKnown && hasMessage(earlier)) return rememberShown(side, line, key);
	if (!isKnown && endsEarlier(earlier, line)) return await putEarlier(side, line, key);
	if (!isKnown) await finishEarlier(side);
	const { posted } = await noteShown(deps.once, scene, key, () => liveOf(side).put(line, key));
	const ts = side.state.live?.ts();
	if (posted && ts !== undefined) deps.onShown(ts);
}

function rememberShown(side: LiveSide, line: ProgressLine, key: string): void {
	const id = rowOf(side.scene, key)?.id;
	const isElsewhere = standsFinished(side.state.earlier, id);
	if (!isElsewhere) moveEarlier(side, (earlier) => withLine(earlier, line, { key, open: id === undefined }));
	side.scene.progress.move((state) => withLast(state, id));
}

async function putEarlier(side: LiveSide, line: ProgressLine, key: string): Promise<void> {
	const { session, thread, turn } = side.scene;
	await side.deps.outbox.intend({ session, thread, turn, key });
	if (line.type === 'notice') moveEarlier(side, told);
	moveEarlier(side, (earlier) => withLine(earlier, line, { key, open: true }));
}

async function settle(side: LiveSide, end: SettleEnd): Promise<void> {
	if (end.kind === 'broken') return await letGo(side)?.settle(end.footer, true);
	const isKnown = rowOf(side.scene, end.key) !== undefined;
	// An earlier process came as far as the answer: what it left says no more than what was done.
	if (isKnown && end.of === 'answer') moveEarlier(side, told);
	// It may put lines into the live message.
	if (!isKnown) await finishEarlier(side);
	const settled = letGo(side)?.settle(end.footer);
	for (const result of await Promise.allSettled([end.post(), settled])) {
		if (result.status === 'rejected') throw result.reason;
	}
}
