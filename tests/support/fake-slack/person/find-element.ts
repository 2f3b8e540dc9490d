import { elementsOf } from '../blocks/check-blocks.ts';
import type { Json } from '../world.ts';

/** An element that a person acts on, and what the action holds. */
export interface FoundElement {
	readonly element: Json;
	readonly blockId: string;
	/** As in `actions` of the payload. */
	readonly action: Json;
}

/**
 * The element with this action. `which`: a value that a button has or a menu offers, or its place among the elements with this action.
 * Throws when there is none.
 */
export function findElement(blocks: readonly Json[], actionId: string, which?: string | number): FoundElement {
	const all = blocks.flatMap((block) => elementsOf(block).map((element) => ({ element, block })));
	const named = all.filter(({ element }) => element['action_id'] === actionId);
	const fitting =
		typeof which === 'number' ? named.slice(which) : named.filter(({ element }) => offers(element, which));
	const found = fitting[0];
	if (!found) {
		const seen = all.map(({ element }) => String(element['action_id'])).join(', ');
		throw new Error(`Nobody can press "${actionId}" (${which ?? 'any'}): there is ${seen || 'nothing'}`);
	}
	const { element, block } = found;
	const blockId = String(block['block_id']);
	const value = typeof which === 'string' ? which : undefined;
	return { element, blockId, action: { action_id: actionId, block_id: blockId, ...actionOf(element, value) } };
}

function offers(element: Json, value: string | undefined): boolean {
	if (value === undefined || !hasChoices(element)) return value === undefined || element['value'] === value;
	return optionsOf(element).some((option) => option['value'] === value);
}

function hasChoices({ type }: Json): boolean {
	return type !== 'button' && type !== 'icon_button';
}

/** Everything that can be chosen. */
export function optionsOf(element: Json): Json[] {
	const { options, option_groups, positive_button, negative_button } = element as {
		options?: Json[];
		option_groups?: { options: Json[] }[];
		positive_button?: Json;
		negative_button?: Json;
	};
	const feedback = positive_button && negative_button ? [positive_button, negative_button] : [];
	return [...(options ?? []), ...(option_groups ?? []).flatMap((group) => group.options), ...feedback];
}

function actionOf(element: Json, value: string | undefined): Json {
	const { type } = element;
	if (!hasChoices(element)) return { type, text: element['text'], value: element['value'] };
	const chosen = optionsOf(element).filter((option) => value === undefined || option['value'] === value);
	if (type === 'feedback_buttons') return { type, text: chosen[0]?.['text'], value: chosen[0]?.['value'] };
	if (type === 'checkboxes' || type === 'multi_static_select') return { type, selected_options: chosen.slice(0, 1) };
	if (type === 'users_select') return { type, selected_user: value };
	return { type, selected_option: chosen[0] };
}
