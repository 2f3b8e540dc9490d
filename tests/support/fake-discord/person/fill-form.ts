import { type APIModalInteractionResponseCallbackData, ComponentType as Type } from 'discord-api-types/v10';
import { checkExtension } from './fill-options.ts';
import { type FormPart, linesOf, partsOf } from './modal-fields.ts';
import type { Filled, NewFile } from './person.ts';
import type { createResolver } from './resolved.ts';

type Value = Filled[string];
type Resolver = ReturnType<typeof createResolver>;

/** The components of a submission. Throws for a field that there is not, and for what Discord's window would not let through. */
export function fillForm(
	modal: APIModalInteractionResponseCallbackData,
	values: Filled,
	resolver: Resolver,
): readonly object[] {
	const parts = linesOf(modal).flatMap(partsOf);
	const unknown = Object.keys(values).find((id) => !parts.some((part) => part.custom_id === id));
	if (unknown !== undefined) {
		throw new Error(`The form has no "${unknown}", only: ${parts.map((part) => part.custom_id).join(', ')}`);
	}
	return linesOf(modal).map((line) => {
		const { id, type, component, components } = line;
		const place = { ...(id === undefined ? {} : { id }), type };
		if (component) return { ...place, component: sent(component, values[component.custom_id], resolver) };
		if (!components) return place;
		return { ...place, components: components.map((part) => sent(part, values[part.custom_id], resolver)) };
	});
}

function sent(part: FormPart, value: Value | undefined, resolver: Resolver): object {
	const { id, type, custom_id } = part;
	return { ...(id === undefined ? {} : { id }), type, custom_id, ...filled(part, value, resolver) };
}

function filled(part: FormPart, value: Value | undefined, resolver: Resolver): object {
	switch (part.type) {
		case Type.TextInput:
			return { value: text(part, value ?? part.value ?? '') };
		case Type.Checkbox:
			return { value: value ?? part.default ?? false };
		case Type.RadioGroup:
			return { value: choices(part, value ?? preset(part)).at(0) ?? null };
		case Type.FileUpload:
			return { values: files(part, value).map((file) => resolver.file(file)) };
		case Type.StringSelect:
		case Type.CheckboxGroup:
			return { values: choices(part, value ?? preset(part)) };
		default:
			return { values: choices(part, value ?? []).map((id) => resolver.thing(id)) };
	}
}

/** The values that are chosen before anybody has chosen. */
function preset({ options = [] }: FormPart): readonly string[] {
	return options.filter((option) => option.default).map((option) => option.value);
}

function text(part: FormPart, value: Value): string {
	const { custom_id: id, min_length: min = 0, max_length: max = 4000, required = true } = part;
	if (typeof value !== 'string') throw new Error(`"${id}" takes a text`);
	if (value === '' && required) throw new Error(`"${id}" must be filled in`);
	if (value !== '' && (value.length < min || value.length > max)) {
		throw new Error(`"${id}" takes ${min} to ${max} characters, not ${value.length}`);
	}
	return value;
}

function choices(part: FormPart, value: Value): readonly string[] {
	const values = typeof value === 'string' ? [value] : value;
	if (!isTexts(values)) throw new Error(`"${part.custom_id}" takes values of its options`);
	const strange = part.options && values.find((one) => !part.options?.some((option) => option.value === one));
	if (strange !== undefined) throw new Error(`"${part.custom_id}" does not offer "${strange}"`);
	checkCount(part, values.length);
	return values;
}

function files(part: FormPart, value: Value | undefined): readonly NewFile[] {
	const given = (value ?? []) as readonly NewFile[];
	checkCount(part, given.length);
	for (const { name } of given) checkExtension(part.custom_id, name, part.file_types);
	return given;
}

function checkCount(part: FormPart, count: number): void {
	const { custom_id: id, min_values: min = 1, max_values: max = 1, required = true } = part;
	if (count === 0 && !required) return;
	const most = part.type === Type.CheckboxGroup ? (part.max_values ?? part.options?.length ?? 10) : max;
	if (count < min || count > most) throw new Error(`"${id}" takes ${min} to ${most} values, not ${count}`);
}

function isTexts(value: Value): value is readonly string[] {
	return Array.isArray(value) && value.every((one) => typeof one === 'string');
}
