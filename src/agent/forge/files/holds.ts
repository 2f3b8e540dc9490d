import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

const plain = z.union([z.string(), z.number(), z.boolean(), z.null()]);
export type Plain = z.infer<typeof plain>;

/** A table that a file must hold. What is left out is not asked. */
const tableSchema = kept({
	/** The sheet that it must be on; else it is the first. */
	sheet: z.string().optional(),
	/** Names of its columns; without them all rows are data, and columns are known by their places. */
	header: z.array(z.string()).optional(),
	rows: z.array(z.array(plain)).optional(),
	/** Rows, and columns, must stand in this order. */
	rowsInOrder: z.boolean(),
	columnsInOrder: z.boolean(),
});
export type TableHolds = z.infer<typeof tableSchema>;

const seriesSchema = kept({
	label: z.string().optional(),
	kind: z.string().optional(),
	x: z.array(plain).optional(),
	y: z.array(plain).optional(),
});
export type SeriesHolds = z.infer<typeof seriesSchema>;

const encoding = z.string().optional();
const side = z.number().int().optional();

/** A file that a tool must write, by what it must hold, as it is kept with its tests. */
export const holdsSchema = z.discriminatedUnion('kind', [
	/** It is there, not empty, and opens as what its name says. */
	kept({ kind: z.literal('opens') }),
	kept({
		kind: z.literal('tables'),
		tables: z.array(tableSchema).min(1),
		separator: z.string().length(1).optional(),
		encoding,
	}),
	kept({ kind: z.literal('json'), value: z.unknown() }),
	kept({ kind: z.literal('text'), text: z.string().optional(), contains: z.array(z.string()), encoding }),
	kept({
		kind: z.literal('image'),
		width: side,
		height: side,
		/** It may be of one colour all over. */
		blank: z.boolean().optional(),
		title: z.string().optional(),
		xlabel: z.string().optional(),
		ylabel: z.string().optional(),
		legend: z.array(z.string()).optional(),
		series: z.array(seriesSchema).optional(),
		/** Points of series must stand in this order. */
		inOrder: z.boolean(),
	}),
]);
export type Holds = z.infer<typeof holdsSchema>;
