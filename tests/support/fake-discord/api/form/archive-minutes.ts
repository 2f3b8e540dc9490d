import { z } from 'zod';
import { refuse } from './fields.ts';

const allowed: readonly number[] = [60, 1440, 4320, 10_080];

/** After how many minutes without a message a thread is archived. */
export const archiveMinutes = z.int().superRefine((value, context) => {
	if (allowed.includes(value)) return;
	refuse(context, 'BASE_TYPE_CHOICES', `Value must be one of {${allowed.join(', ')}}.`);
});
