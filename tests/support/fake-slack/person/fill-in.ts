import type { Json } from '../world.ts';
import { optionsOf } from './find-element.ts';
import type { Filled } from './person.ts';

/** `state.values` of a form that was filled in. Throws for what a person could not enter: nothing where something is needed, no such option. */
export function fillIn(blocks: readonly Json[], values: Filled): Json {
	const inputs = blocks.filter(({ type }) => type === 'input');
	const known = inputs.flatMap((block) => [String(block['block_id']), String((block['element'] as Json)['action_id'])]);
	const unknown = Object.keys(values).find((key) => !known.includes(key));
	if (unknown !== undefined) throw new Error(`The form has no field "${unknown}": there is ${known.join(', ')}`);
	return { values: Object.fromEntries(inputs.map((block) => [String(block['block_id']), stateOf(block, values)])) };
}

function stateOf(block: Json, values: Filled): Json {
	const element = block['element'] as Json;
	const actionId = String(element['action_id']);
	const given = values[String(block['block_id'])] ?? values[actionId] ?? initial(element);
	const isEmpty = given === undefined || given.length === 0;
	if (isEmpty && block['optional'] !== true) throw new Error(`The form wants something in "${actionId}"`);
	return { [actionId]: entered(element, isEmpty ? undefined : given) };
}

/** A field's value when nobody touches it. */
function initial(element: Json): string | string[] | undefined {
	const { initial_value, initial_option, initial_options, initial_date, initial_time, initial_user } =
		element as Record<string, unknown>;
	if (Array.isArray(initial_options)) return initial_options.map((option) => String((option as Json)['value']));
	if (initial_option) return String((initial_option as Json)['value']);
	return (initial_value ?? initial_date ?? initial_time ?? initial_user) as string | undefined;
}

function entered(element: Json, given: string | readonly string[] | undefined): Json {
	const { type } = element;
	switch (type) {
		case 'static_select':
		case 'radio_buttons':
			return { type, selected_option: given === undefined ? null : chosen(element, String(given)) };
		case 'multi_static_select':
		case 'checkboxes':
			return { type, selected_options: [given ?? []].flat().map((value) => chosen(element, value)) };
		case 'datepicker':
			return { type, selected_date: given ?? null };
		case 'timepicker':
			return { type, selected_time: given ?? null };
		case 'users_select':
			return { type, selected_user: given ?? null };
		default:
			return { type, value: given === undefined ? null : checked(element, String(given)) };
	}
}

function chosen(element: Json, value: string): Json {
	const option = optionsOf(element).find((candidate) => candidate['value'] === value);
	if (!option) throw new Error(`"${element['action_id']}" offers no "${value}"`);
	return option;
}

function checked(element: Json, value: string): string {
	const { type, min_length = 0, max_length = 3000, is_decimal_allowed } = element as Record<string, unknown>;
	const name = `"${element['action_id']}"`;
	if (value.length < Number(min_length) || value.length > Number(max_length))
		throw new Error(`${name} refuses the length`);
	const digits = is_decimal_allowed ? /^-?\d+(\.\d+)?$/ : /^-?\d+$/;
	if (type === 'number_input' && !digits.test(value)) throw new Error(`${name} wants a number, not "${value}"`);
	return value;
}
