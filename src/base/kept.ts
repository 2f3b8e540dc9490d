import { z } from 'zod';

/**
 * An object of ours as it stands on the disk. Keys that we do not know are a newer version's: they are kept and written back with the rest,
 * but no type shows them. What people, models and guests send is held against strict schemas instead.
 */
export function kept<Shape extends z.core.$ZodShape>(shape: Shape): z.ZodObject<Shape> {
	return z.looseObject(shape) as unknown as z.ZodObject<Shape>;
}
