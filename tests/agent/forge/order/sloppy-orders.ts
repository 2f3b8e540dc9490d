import { sloppyExamples } from './sloppy-examples.ts';
import { sloppyFiles } from './sloppy-files.ts';
import { sloppyForms } from './sloppy-forms.ts';
import { sloppySchemas } from './sloppy-schemas.ts';

/** What becomes of an order: a part of what is read, or the fields that are sent back. */
export type Expected = { readonly order: object } | { readonly faults: readonly string[] };

/** How an order is sloppy, the order, and what becomes of it. */
export type SloppyOrder = readonly [string, unknown, Expected];

/** Orders as small models write them, made up for this table. */
export const sloppyOrders: readonly SloppyOrder[] = [
	...sloppyForms,
	...sloppySchemas,
	...sloppyExamples,
	...sloppyFiles,
];
