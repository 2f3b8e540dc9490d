import { z } from 'zod';
import { kept } from '../../../base/kept.ts';

const person = kept({ id: z.string(), name: z.string() });

/** A version that somebody wants in the catalog of the workspace, as a record: kept under the id of the question that asks about it. */
export const proposalSchema = kept({
	id: z.string().min(1),
	session: z.string(),
	catalog: z.string(),
	/** `<category>/<name>`. */
	tool: z.string(),
	/** The session's number of it. */
	version: z.number().int().min(1),
	/** Of the content of that version: nothing else is decided about. */
	sha256: z.string(),
	proposedBy: person,
	at: z.iso.datetime(),
});
export type Proposal = z.infer<typeof proposalSchema>;
