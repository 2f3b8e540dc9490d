import { z } from 'zod';
import { kept } from '../base/kept.ts';

/** Where people talk, on one platform: `id` is the platform's own readable key of the thread, without `/`, at most 120 characters. */
export const threadSchema = kept({
	platform: z.enum(['terminal', 'slack', 'discord']),
	id: z.string().regex(/^[A-Za-z0-9._-]{1,120}$/),
});
export type Thread = z.infer<typeof threadSchema>;

/**
 * Someone in a thread. `id`: `local`, `slack:T1/U2`, `discord:G1/U2`; the team or guild is the person's own, so an external's differs from
 * that of the thread. `traits` are what else rights may depend on, in the words of the settings: `slack:T1/channel:C1`, `slack:T1/group:S1`,
 * `discord:G1/role:R1`, `slack:T1/installer`; `slack:T1/guests` and `slack:T1/externals` for those who are not of the workspace.
 */
export const personSchema = kept({
	id: z.string().min(1),
	name: z.string().min(1),
	traits: z.array(z.string()).optional(),
});
export type Person = z.infer<typeof personSchema>;
