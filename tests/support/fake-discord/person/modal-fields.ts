import { type APIModalInteractionResponseCallbackData, ComponentType as Type } from 'discord-api-types/v10';
import type { ModalField } from './person.ts';

/** A part that can be filled in, of any type. */
export interface FormPart {
	readonly id?: number;
	readonly type: Type;
	readonly custom_id: string;
	readonly label?: string;
	readonly value?: string;
	readonly required?: boolean;
	readonly min_length?: number;
	readonly max_length?: number;
	readonly min_values?: number;
	readonly max_values?: number;
	readonly options?: readonly { readonly label: string; readonly value: string; readonly default?: boolean }[];
	readonly default?: boolean;
	readonly file_types?: readonly string[];
}

/** A line of a form: a label around a part, an old row with a text input, or words. */
export interface FormLine {
	readonly id?: number;
	readonly type: Type;
	readonly label?: string;
	readonly component?: FormPart;
	readonly components?: readonly FormPart[];
}

export function linesOf({ components }: APIModalInteractionResponseCallbackData): readonly FormLine[] {
	return components as unknown as readonly FormLine[];
}

export function partsOf({ component, components = [] }: FormLine): readonly FormPart[] {
	return component ? [component] : components;
}

export function fieldsOf(modal: APIModalInteractionResponseCallbackData): ModalField[] {
	return linesOf(modal).flatMap((line) =>
		partsOf(line).map((part) => ({
			...{ customId: part.custom_id, label: line.label ?? part.label ?? '', type: part.type },
			required: part.type !== Type.Checkbox && (part.required ?? true),
			options: (part.options ?? []).map(({ label, value }) => ({ label, value })),
		})),
	);
}
