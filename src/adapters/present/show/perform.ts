import type { Act, TakenEvent } from '../advance.ts';
import type { Show } from '../presenter-deps.ts';
import type { NoticeEvent } from '../turn-state.ts';
import { postPieces, shownOnce } from './post-once.ts';
import { postTogether } from './post-together.ts';
import { showAnswer } from './show-answer.ts';
import { showArtifacts } from './show-artifacts.ts';
import { showEnd } from './show-end.ts';
import { closeQuestion, showQuestion } from './show-question.ts';
import { mark, unmark } from './waiting-marks.ts';

/** Does one thing on the platform. Rejects as the outbox and the platform do. */
export async function perform<Message>(show: Show<Message>, act: Act): Promise<void> {
	switch (act.does) {
		case 'say':
			return show.ground.live.say(act.step, act.delta);
		case 'take':
			return take(show, act.event);
		case 'line':
			return await show.ground.live.put(act.line, act.key);
		case 'answer':
			return await showAnswer(show, act.key, act.text);
		case 'hand-over':
			return await showArtifacts(show, act.artifacts);
		case 'tell-together':
			return await postTogether(show, act.notices);
		case 'tell':
			return await tell(show, act.notice);
		case 'ask':
			return await showQuestion(show, act.key, act.question);
		case 'close':
			return await closeQuestion(show, act.event);
		case 'end':
			return await showEnd(show, act.event);
		case 'mark':
			return await mark(show, act.of, act.steers);
		case 'unmark':
			show.ground.marks.drop?.(act.of);
			return await unmark(show, act.of);
	}
}

/** Files are told first of all; what waited waits no more. */
function take<Message>(show: Show<Message>, event: TakenEvent): void {
	const { signs, live } = show.ground;
	signs.took(event);
	for (const key of event.of) void unmark(show, key);
	for (const { name, size } of event.files) live.put({ type: 'file', name, size }).catch(() => {});
}

async function tell<Message>(show: Show<Message>, { key, text, to }: NoticeEvent): Promise<void> {
	const { voice } = show.ground;
	if (to) return void (await shownOnce(show, key, () => voice.toOne({ key, text, to })));
	if (voice.reply) return await voice.reply({ key, text });
	const messages = await show.deps.look.words(text, key);
	await postPieces(show, { key, messages, instead: { action: 'answer in the thread', words: text } });
}
