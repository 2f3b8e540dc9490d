import type { AgentEvent } from '../../chat/events.ts';
import type { ModelReply } from '../model/model.ts';
import { unchooseBrain } from '../session/choices/brain-choice.ts';
import { record, stepsOf, type TurnScope } from './scope.ts';
import { mayBeSilent } from './talk/stay-silent.ts';

/**
 * That the model which was chosen for the session cannot be chosen any more is said once, and it has the usual one from then on. What may be
 * meant for others waits until somebody speaks to us: it may pass without a word.
 */
export async function* tellGone(scope: TurnScope): AsyncGenerator<AgentEvent> {
	const { brain } = scope;
	if (brain.gone === undefined || mayBeSilent(scope.session)) return;
	const text = `The model "${brain.gone}", chosen for this session, is not offered any more: "${brain.model.name}" thinks here from now on`;
	yield* tellOnce(scope, text, text);
	await unchooseBrain(scope.session.folder, brain.gone);
}

/** Which other model has answered: once a turn, and again where still another one does. A chosen one that its server does not know is chosen no more. */
export async function* tellInstead(
	scope: TurnScope,
	{ model, why, failure }: NonNullable<ModelReply['instead']>,
): AsyncGenerator<AgentEvent> {
	const { brain, parts } = scope;
	const answered = `"${model}" answers instead`;
	const isLost = failure === 'unknown-model' && brain.model !== parts.models.brain && !mayBeSilent(scope.session);
	yield* tellOnce(scope, answered, `${why}: ${answered}${isLost ? ', from now on' : ''}`);
	if (isLost) await unchooseBrain(scope.session.folder, brain.model.name);
}

async function* tellOnce(scope: TurnScope, mark: string, text: string): AsyncGenerator<AgentEvent> {
	const isTold = stepsOf(scope).some((step) => step.type === 'notice' && step.text.includes(mark));
	if (!isTold) yield* record(scope, { turn: scope.turn, type: 'notice', text });
}
