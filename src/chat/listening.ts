import { z } from 'zod';
import type { Thread } from './thread.ts';

/**
 * Whom we hear in a thread of ours. `auto`: everybody, and what names nobody may be for others: silence is an answer; `mention`: who names us;
 * `all`: everybody, as if they had named us.
 */
export const listenings = ['auto', 'mention', 'all'] as const;
export const listeningSchema = z.enum(listenings);
export type Listening = z.infer<typeof listeningSchema>;

/** Whom the session of a thread hears. */
export type ListeningOf = (thread: Thread) => Promise<Listening>;
