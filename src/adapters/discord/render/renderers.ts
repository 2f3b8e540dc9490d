import type { Render } from '../../markdown/rendering.ts';
import { renderAnswer } from './answer.ts';
import { tailOf } from './markdown/tail-of.ts';
import { plainMessages } from './parts.ts';
import { closedQuestion, questionMessage } from './question.ts';
import { questionModal } from './question-modal.ts';

/** Renders Markdown that others wrote. */
export const discordRenderers = {
	answer: renderAnswer,
	closedQuestion,
	form: questionModal,
	messages: plainMessages,
	question: questionMessage,
	tail: tailOf,
};

export type DiscordRender = Render<typeof discordRenderers>;
