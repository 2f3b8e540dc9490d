import { type APIActionRowComponent, type APIComponentInMessageActionRow, ComponentType } from 'discord-api-types/v10';
import type { Question } from '../../../chat/question.ts';
import { takesWords } from '../../question-fields.ts';
import { questionDigest, writeCustomId } from '../custom-ids.ts';
import { discordUserOf } from '../thread-keys.ts';
import { toDiscordMarkdown } from './markdown/discord-markdown.ts';
import { escapeMarkdown, labelOf, plainLine } from './markdown/escape.ts';
import { startOfPiece } from './markdown/start-of-piece.ts';
import { beginningOf, button, longestLabel, longestWords, type TextMessage, textMessage } from './text-message.ts';

const buttonsInARow = 5;
/** https://docs.discord.com/developers/components/reference#string-select-select-option-structure */
const longestOption = 100;
/** People whom it names. */
const mostNamed = 10;

/** A question as it stands in the thread, to be answered by what is below it. `key`: the outbox's. Pure. */
export function questionMessage(question: Question, key: string): TextMessage {
	const choices = question.answer.kind === 'choices' ? question.answer.choices : [];
	const inSelect =
		choices.length > buttonsInARow || choices.some((choice) => labelOf(choice, 200).length > longestLabel);
	const below = [...(inSelect ? [numbered(choices)] : []), `-# ${closingLine(question)}`].join('\n');
	const words = `${beginning(question, longestWords - below.length - 1)}\n${below}`;
	return textMessage(words, [key], [rowBelow(question, inSelect)]);
}

/** A question that takes no answer any more: `why` says what became of it. `key`: of what shows that. Pure. */
export function closedQuestion(question: Question, why: string, key: string): TextMessage {
	const closing = why.trim() === '' ? '' : `\n☑ ${plainLine(why)}`;
	return textMessage(`${beginning(question, longestWords - closing.length)}${closing}`, [key], []);
}

function beginning({ text }: Question, most: number): string {
	return startOfPiece(beginningOf(toDiscordMarkdown(text), most)) || '…';
}

/** So long that ten of them leave room for the question. */
const longestNumbered = 90;

function numbered(choices: readonly string[]): string {
	return choices.map((choice, at) => `${at + 1}. ${escapeMarkdown(labelOf(choice, longestNumbered))}`).join('\n');
}

function rowBelow({ id, answer }: Question, inSelect: boolean): APIActionRowComponent<APIComponentInMessageActionRow> {
	const question = questionDigest(id);
	if (answer.kind !== 'choices') return row([button({ does: 'open-form', question }, 'Answer …')]);
	if (!inSelect) return row(answer.choices.map((label, choice) => button({ does: 'choose', question, choice }, label)));
	const options = answer.choices.map((choice, at) => ({
		label: labelOf(`${at + 1}. ${choice}`, longestOption),
		value: String(at),
	}));
	const custom_id = writeCustomId({ does: 'select', question });
	return row([{ type: ComponentType.StringSelect, custom_id, placeholder: 'Choose …', options }]);
}

function row(components: APIComponentInMessageActionRow[]): APIActionRowComponent<APIComponentInMessageActionRow> {
	return { type: ComponentType.ActionRow, components };
}

/** Whom it is for, and until when, in their own time; https://docs.discord.com/developers/reference#message-formatting */
function closingLine({ whoMayAnswer, until, answer }: Question): string {
	const named = whoMayAnswer.flatMap((id) => discordUserOf(id)?.user ?? []).slice(0, mostNamed);
	const whom = named.length === 0 ? '' : `For ${named.map((user) => `<@${user}>`).join(', ')}. `;
	const press = answer.kind === 'choices' ? 'Choose one' : 'Press Answer';
	const how = takesWords(answer) ? `${press}, or write it into this thread. ` : '';
	return `${whom}${how}Open until <t:${Math.floor(Date.parse(until) / 1000)}:f>`;
}
