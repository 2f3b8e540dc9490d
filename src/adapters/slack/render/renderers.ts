import type { Render } from '../../markdown/rendering.ts';
import { renderAnswer } from './answer.ts';
import { editedMessage } from './edited-message.ts';
import { toMrkdwn } from './markdown/mrkdwn.ts';
import { plainMessages } from './markdown/plain-messages.ts';
import { progressMessage } from './progress.ts';
import { closedQuestion, questionMessage } from './question.ts';
import { questionModal } from './question-modal.ts';

/** The renderers of Markdown that others wrote, by name. */
export const slackRenderers = {
	answer: renderAnswer,
	closedQuestion,
	edited: editedMessage,
	form: questionModal,
	messages: plainMessages,
	progress: progressMessage,
	question: questionMessage,
	text: toMrkdwn,
};

export type SlackRender = Render<typeof slackRenderers>;
