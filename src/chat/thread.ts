import { z } from 'zod';
import { kept } from '../base/kept.ts';

/**
 * Where people talk: `platform` is the name of one (`PlatformFacts.name`), `id` its own readable key of the thread, without `/`, at most 120
 * characters.
 */
export const threadSchema = kept({
	platform: z.string().regex(/^[a-z]{1,40}$/),
	id: z.string().regex(/^[A-Za-z0-9._-]{1,120}$/),
});
export type Thread = z.infer<typeof threadSchema>;

/**
 * Someone in a thread. `id`: `<place>/U2`, in the place that is the person's own, so that somebody from elsewhere differs from the place of the
 * thread; or the place alone, for whoever has this machine. `traits` are what else rights may depend on, in the words of the settings:
 * `<place>/channel:C1`, `<place>/group:S1`, `<place>/installer`.
 */
export const personSchema = kept({
	id: z.string().min(1),
	name: z.string().min(1),
	traits: z.array(z.string()).optional(),
	/** The time zone that the platform knows them in: a name of the IANA database, unchecked. */
	zone: z.string().optional(),
});
export type Person = z.infer<typeof personSchema>;
