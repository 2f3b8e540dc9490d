import { z } from 'zod';
import { codeOf, messageOf, ProblemError } from '../../../base/errors.ts';
import { NotAsAsked } from '../container/start-problem.ts';
import { statusOf } from '../service/engine.ts';

export const failureSchema = z.object({
	message: z.string(),
	code: z.string().optional(),
	/** Of an answer that Podman gave. */
	status: z.number().optional(),
	mend: z.string().optional(),
	/** A sandbox was not what was asked for. */
	notAsAsked: z.literal(true).optional(),
});
type Failure = z.infer<typeof failureSchema>;

/** Characters. */
const mostMessage = 4_000;

/** An error as it is sent. */
export function failureOf(error: unknown): Failure {
	const [code, status] = [codeOf(error), statusOf(error)];
	const mend = error instanceof ProblemError ? error.mend : undefined;
	return {
		message: messageOf(error).slice(0, mostMessage),
		...(code !== undefined && { code }),
		...(status !== undefined && { status }),
		...(mend !== undefined && { mend }),
		...(error instanceof NotAsAsked && { notAsAsked: true }),
	};
}

/** That error again. */
export function errorOf({ message, code, status, mend, notAsAsked }: Failure): Error {
	if (mend !== undefined) return notAsAsked ? new NotAsAsked(message, mend) : new ProblemError(message, mend);
	const error = new Error(message);
	return Object.assign(error, code !== undefined && { code }, status !== undefined && { statusCode: status });
}
