import type {
	ActionsBlockElement,
	ContextActionsBlockElement,
	ContextBlockElement,
	InputBlockElement,
	SectionBlockAccessory,
} from '@slack/types';
import { pictureOf } from './pictures.ts';
import {
	field,
	guarded,
	type Node,
	nodeIn,
	nodesOf,
	plainField,
	type Reading,
	shortName,
	takeSome,
	textIn,
	unread,
} from './reading.ts';
import { richTextOf } from './rich-text.ts';

type Known =
	| ActionsBlockElement
	| ContextActionsBlockElement
	| ContextBlockElement
	| InputBlockElement
	| SectionBlockAccessory;

type Read = (element: Node, reading: Reading) => string;

const button: Read = (element) => {
	const [label, url] = [textIn(element['text']), plainField(element, 'url')];
	return `[button: ${label || plainField(element, 'accessibility_label')}${url === '' ? '' : ` (${url})`}]`;
};
const choice: Read = (element, reading) => `[choice: ${optionsOf(element, reading)}]`;
const typing: Read = (element) => {
	const { initial_value: value, placeholder } = element;
	return `[field: ${textIn(value) || textIn(placeholder)}]`;
};
const picker =
	(what: string, initial: string): Read =>
	(element, reading) => {
		const given = element[initial];
		const chosen = (Array.isArray(given) ? takeSome(given, reading) : [given]).map(textIn).filter(Boolean);
		return `[${what}: ${chosen.join(', ') || textIn(element['placeholder'])}]`;
	};

/** One line for each element that Slack's library knows; the compiler misses what is missing. */
export const elements: Readonly<Record<Known['type'], Read>> = {
	button,
	workflow_button: button,
	icon_button: button,
	feedback_buttons: () => '[buttons: good, bad]',
	overflow: choice,
	checkboxes: choice,
	radio_buttons: choice,
	static_select: choice,
	multi_static_select: choice,
	external_select: choice,
	multi_external_select: choice,
	users_select: picker('choice of a person', 'initial_user'),
	multi_users_select: picker('choice of people', 'initial_users'),
	conversations_select: picker('choice of a conversation', 'initial_conversation'),
	multi_conversations_select: picker('choice of conversations', 'initial_conversations'),
	channels_select: picker('choice of a channel', 'initial_channel'),
	multi_channels_select: picker('choice of channels', 'initial_channels'),
	datepicker: picker('date', 'initial_date'),
	timepicker: picker('time', 'initial_time'),
	datetimepicker: picker('time', 'initial_date_time'),
	plain_text_input: typing,
	email_text_input: typing,
	url_text_input: typing,
	number_input: typing,
	rich_text_input: (element, reading) => {
		const value = nodeIn(element['initial_value']);
		return value ? `[field: ${richTextOf(value, reading)}]` : typing(element, reading);
	},
	file_input: () => '[field for files]',
	image: pictureOf,
	plain_text: (element) => textIn(element),
	mrkdwn: (element) => textIn(element),
};

/** An element of a block, by its label. */
export function elementOf(element: Node, reading: Reading): string {
	return guarded(`a "${shortName(element.type)}"`, () => read(element, reading));
}

function read(element: Node, reading: Reading): string {
	if (isKnown(element.type)) return elements[element.type](element, reading);
	if (element.type === 'rich_text') return richTextOf(element, reading);
	return textIn(element['text']) || unread(`a "${shortName(element.type)}"`);
}

/** Elements beside each other. */
export function elementsOf(value: unknown, reading: Reading): string {
	return nodesOf(value, reading)
		.map((element) => elementOf(element, reading))
		.filter(Boolean)
		.join(' ');
}

function optionsOf(element: Node, reading: Reading): string {
	const groups = nodesOf(element['option_groups'], reading).map(({ options }) => options);
	const initial = nodeIn(element['initial_option']);
	const options = [element['options'], ...groups].flatMap((some) => nodesOf(some, reading).map(optionOf));
	const chosen = [...(initial ? [initial] : []), ...nodesOf(element['initial_options'], reading)].map(optionOf);
	const words = options.join(' | ') || textIn(element['placeholder']);
	return chosen.length === 0 ? words : `${words}; chosen: ${chosen.join(', ')}`;
}

function optionOf(option: Node): string {
	const more = textIn(option['description']);
	return `${textIn(option['text']) || field(option, 'value')}${more === '' ? '' : ` (${more})`}`;
}

function isKnown(type: string): type is Known['type'] {
	return Object.hasOwn(elements, type);
}
