import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

/** Forms of what may be said of every input; how each is judged stands in `forms.ts`. */
export const propertyForms = [
	'sum',
	'same_items',
	'subset',
	'order_kept',
	'count',
	'ascending',
	'descending',
	'unordered',
	'idempotent',
	'inverse',
] as const;

const path = z.string().max(200);

/** A property as it stands on the disk. `left` and `right` are paths such as `input.rows[].price`. */
export const keptPropertySchema = kept({
	form: z.enum(propertyForms),
	left: path,
	right: path.optional(),
	/** Of an inverse: the field of the input that says which way, and its other value. */
	switch: path.optional(),
	to: z.unknown().optional(),
});
export type Property = z.infer<typeof keptPropertySchema>;

const { left, right, switch: other } = keptPropertySchema.shape;
const to = z.union([z.string(), z.number(), z.boolean()]).optional();

/** One as the Coder says it: a form that there is not makes no answer unusable, it is no property. */
export const saidPropertySchema = z.strictObject({ form: z.string(), left, right, switch: other, to });
