import { z } from 'zod';
import { confirm, id, image, option, plain, richOption, richText, url } from './objects.ts';

/** Elements of Block Kit. `action_id` may be left out: Slack makes one. */
const action = { action_id: id.optional() };
const confirmed = { ...action, confirm: confirm.optional() };
const focus = { focus_on_load: z.boolean().optional() };
const placeholder = { placeholder: plain(150).optional() };
const dispatch = {
	dispatch_action_config: z
		.strictObject({ trigger_actions_on: z.array(z.enum(['on_enter_pressed', 'on_character_entered'])) })
		.optional(),
};
const choices = {
	options: z.array(option).min(1).max(100).optional(),
	option_groups: z
		.array(z.strictObject({ label: plain(75), options: z.array(option).min(1).max(100) }))
		.min(1)
		.max(100)
		.optional(),
};

export const button = z.strictObject({
	type: z.literal('button'),
	text: plain(75),
	value: z.string().max(2000).optional(),
	url: url.optional(),
	style: z.enum(['primary', 'danger']).optional(),
	accessibility_label: z.string().max(75).optional(),
	...confirmed,
});

const checkboxes = z.strictObject({
	type: z.literal('checkboxes'),
	options: z.array(richOption).min(1).max(10),
	initial_options: z.array(richOption).min(1).optional(),
	...confirmed,
	...focus,
});

const radio = z.strictObject({
	type: z.literal('radio_buttons'),
	options: z.array(richOption).min(1).max(10),
	initial_option: richOption.optional(),
	...confirmed,
	...focus,
});

const overflow = z.strictObject({
	type: z.literal('overflow'),
	options: z
		.array(option.extend({ url: url.optional() }))
		.min(1)
		.max(5),
	...confirmed,
});

const staticSelect = z.strictObject({
	type: z.literal('static_select'),
	initial_option: option.optional(),
	...choices,
	...confirmed,
	...focus,
	...placeholder,
});

const multiSelect = z.strictObject({
	type: z.literal('multi_static_select'),
	initial_options: z.array(option).min(1).optional(),
	max_selected_items: z.int().min(1).optional(),
	...choices,
	...confirmed,
	...focus,
	...placeholder,
});

const usersSelect = z.strictObject({
	type: z.literal('users_select'),
	initial_user: z.string().optional(),
	...confirmed,
	...focus,
	...placeholder,
});

const datepicker = z.strictObject({
	type: z.literal('datepicker'),
	initial_date: z.iso.date().optional(),
	...confirmed,
	...focus,
	...placeholder,
});

const timepicker = z.strictObject({
	type: z.literal('timepicker'),
	initial_time: z.string().optional(),
	timezone: z.string().optional(),
	...confirmed,
	...focus,
	...placeholder,
});

const imageElement = z.strictObject({ type: z.literal('image'), ...image });

const feedbackButton = z.strictObject({
	text: plain(75),
	value: z.string().min(1).max(2000),
	accessibility_label: z.string().max(75).optional(),
});

const feedback = z.strictObject({
	type: z.literal('feedback_buttons'),
	positive_button: feedbackButton,
	negative_button: feedbackButton,
	...action,
});

const iconButton = z.strictObject({
	type: z.literal('icon_button'),
	icon: z.literal('trash'),
	text: plain(75),
	value: z.string().max(2000).optional(),
	accessibility_label: z.string().max(75).optional(),
	visible_to_user_ids: z.array(z.string()).optional(),
	...confirmed,
});

const textField = { ...action, ...dispatch, ...focus, ...placeholder };

const plainInput = z.strictObject({
	type: z.literal('plain_text_input'),
	initial_value: z.string().max(3000).optional(),
	multiline: z.boolean().optional(),
	min_length: z.int().min(0).max(3000).optional(),
	max_length: z.int().min(1).max(3000).optional(),
	...textField,
});

const numberInput = z.strictObject({
	type: z.literal('number_input'),
	is_decimal_allowed: z.boolean(),
	initial_value: z.string().optional(),
	min_value: z.string().optional(),
	max_value: z.string().optional(),
	...textField,
});

const emailInput = z.strictObject({
	type: z.literal('email_text_input'),
	initial_value: z.string().optional(),
	...textField,
});
const urlInput = z.strictObject({
	type: z.literal('url_text_input'),
	initial_value: z.string().optional(),
	...textField,
});
const richInput = z.strictObject({
	type: z.literal('rich_text_input'),
	initial_value: richText.optional(),
	...textField,
});

const pickers = [checkboxes, radio, staticSelect, multiSelect, usersSelect, datepicker, timepicker] as const;

export const actionElement = z.discriminatedUnion('type', [button, overflow, ...pickers]);
export const accessory = z.discriminatedUnion('type', [button, overflow, imageElement, ...pickers]);
export const contextElement = z.discriminatedUnion('type', [
	imageElement,
	z.strictObject({ type: z.literal('plain_text'), text: z.string().min(1).max(3000), emoji: z.boolean().optional() }),
	z.strictObject({ type: z.literal('mrkdwn'), text: z.string().min(1).max(3000), verbatim: z.boolean().optional() }),
]);
export const contextAction = z.discriminatedUnion('type', [feedback, iconButton]);
export const inputElement = z.discriminatedUnion('type', [
	plainInput,
	numberInput,
	emailInput,
	urlInput,
	richInput,
	...pickers,
]);
