// The namespace, not `z`: see built-ins.ts.
import * as z from 'zod';

/** A cell of a table as the guest tells it; dates are ISO 8601, and a formula that was never reckoned is told as one. */
const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), z.strictObject({ formula: z.string() })]);
export type Cell = z.infer<typeof cell>;

const side = z.number().int().min(1).max(2000);

type ObjectOf = <Shape extends z.core.$ZodShape>(shape: Shape) => z.ZodObject<Shape>;

/** A file of a test that is no text, as data that the guest makes it of. `object` says what becomes of keys that are not known. */
export function madeFileOf(object: ObjectOf) {
	/** Plain, or a date. */
	const cell = z.union([z.string(), z.number(), z.boolean(), z.null(), object({ date: z.iso.date() })]);
	const rows = z.array(z.array(cell).max(200)).min(1).max(2000);
	const sheets = z
		.array(object({ name: z.string().min(1).max(100), rows }))
		.min(1)
		.max(20);
	return z.discriminatedUnion('kind', [
		object({ kind: z.literal('book'), sheets }),
		object({ kind: z.literal('database'), sheets }),
		object({ kind: z.literal('parquet'), rows }),
		object({ kind: z.literal('image'), width: side, height: side, colour: z.string().max(30).optional() }),
		object({ kind: z.literal('pdf'), pages: z.array(z.string()).min(1).max(20) }),
		object({ kind: z.literal('docx'), lines: z.array(z.string()).min(1).max(1000) }),
		object({ kind: z.literal('archive'), files: z.record(z.string().min(1).max(200), z.string()) }),
	]);
}

/** As the guest takes it: a key that it does not know is a newer version's. */
export const madeFile = madeFileOf((shape) => z.object(shape));
export type MadeFile = z.infer<typeof madeFile>;
export type MadeRows = Extract<MadeFile, { kind: 'parquet' }>['rows'];

/** A file that is to be looked at after a run, and what stands between its columns. */
export const askedLook = z.strictObject({
	name: z.string().min(1).max(200),
	separator: z.string().length(1).optional(),
});

const point = z.union([z.string(), z.number(), z.boolean(), z.null()]);

/** A series of a plot, with the first of its points. */
const series = z.object({
	kind: z.string(),
	label: z.string(),
	n: z.number().int(),
	x: z.array(point),
	y: z.array(point),
});
export type Series = z.infer<typeof series>;

/** A figure as Matplotlib had it when it was saved. `cut`: its axes are too much to be told. */
export const figureShape = z.object({
	sha256: z.string(),
	title: z.string(),
	axes: z.array(
		z.object({
			title: z.string(),
			xlabel: z.string(),
			ylabel: z.string(),
			legend: z.array(z.string()),
			series: z.array(series),
		}),
	),
	/** Whether anything but empty axes is on it. */
	drawn: z.boolean(),
	cut: z.boolean().optional(),
});
export type Figure = z.infer<typeof figureShape>;

const cut = z.boolean().optional();
const why = z.string();

/** A file by what it holds. `cut`: more than is told. `encoding`: ascii, utf-8, utf-8-sig, utf-16 or "not utf-8"; empty where there is none. */
export const lookShape = z.discriminatedUnion('kind', [
	z.object({
		kind: z.literal('table'),
		encoding: z.string(),
		/** `total`: its rows, of which the first are told. */
		sheets: z.array(z.object({ name: z.string(), rows: z.array(z.array(cell)), total: z.number().int() })),
	}),
	z.object({ kind: z.literal('json'), encoding: z.string(), value: z.unknown(), cut }),
	z.object({ kind: z.literal('text'), encoding: z.string(), text: z.string(), cut }),
	z.object({
		kind: z.literal('image'),
		/** As Pillow names it. */
		format: z.string(),
		width: z.number(),
		height: z.number(),
		/** The one colour that it has all over, as #rrggbb. */
		plain: z.string().nullable(),
	}),
	z.object({ kind: z.literal('other') }),
	/** It is not what its name says; half a sentence. */
	z.object({ kind: z.literal('broken'), why }),
	/** It costs more than looking is worth; half a sentence. */
	z.object({ kind: z.literal('large'), why }),
]);
export type Look = z.infer<typeof lookShape>;
