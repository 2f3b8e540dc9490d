import { codeOf, messageOf, ProblemError } from '../../../base/errors.ts';
import { printable } from '../../files/safe-name.ts';
import { statusOf } from '../service/engine.ts';

/** A sandbox that is not what was asked for. */
export class NotAsAsked extends ProblemError {}

/** Says so of each difference, a half sentence. */
export function notAsAsked(differences: readonly string[]): NotAsAsked {
	return new NotAsAsked(
		`Cannot use the sandbox: it is not what was asked for: ${differences.join('; ')}`,
		'Run `threadsmith doctor` to see what the machine lacks, or set SANDBOX_RUNTIME to another runtime',
	);
}

interface Known {
	readonly pattern: RegExp;
	readonly why: (image: string) => string;
	readonly mend: string;
}

const known: readonly Known[] = [
	{
		pattern: /no such image|image not known/i,
		why: (image) => `image "${image}" is missing`,
		mend: 'Run `npm start`, which builds it',
	},
	{
		pattern: /enough available ids|subuid|subgid|no user .*mappings?/i,
		why: () => 'no ids are left for another user namespace',
		mend: 'Add the line "containers:1000000000:1000000000" to /etc/subuid and /etc/subgid',
	},
	{
		pattern: /no space left on device|ENOSPC/i,
		why: () => "the host's disk is full",
		mend: 'Make room on it, then ask again',
	},
	{
		pattern: /catatonit|container-init binary not found/i,
		why: () => 'catatonit is not installed',
		mend: 'Run `npm start`, which installs it, or install the package "catatonit"',
	},
];

/** Our own words for it. */
const containerGone = /^(?:the container ended at once|Cannot start the guest: (?:.*Connection closed|it ended))$/;

/** A failed start as a person is told of it. What is a `ProblemError` already stays as it is. */
export function startProblem(error: unknown, image: string): ProblemError {
	if (error instanceof ProblemError) return error;
	const message = messageOf(error);
	const found = known.find(({ pattern }) => pattern.test(message));
	const why = found?.why(image) ?? printable(message, 500);
	const mend = found?.mend ?? 'Run `threadsmith doctor` to see what the machine lacks';
	return new ProblemError(`Cannot start the sandbox: ${why}`, mend, { cause: error });
}

/** Whether the service went away under the call: not a fault of what was asked, and mended by asking a new one. */
export function isServiceGone(error: unknown): boolean {
	const code = codeOf(error) ?? '';
	return statusOf(error) === undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code);
}

/**
 * As that, or the container went away, of whose process nothing can be read then (ESRCH): one that always ends at once does so again, and is
 * told, or passed over with its runtime, then.
 */
export function isGoneUnderStart(error: unknown): boolean {
	return isServiceGone(error) || codeOf(error) === 'ESRCH' || containerGone.test(messageOf(error));
}

/** Why another runtime may do better, as half a sentence; undefined where the failure has nothing to do with it. */
export function faultOfRuntime(error: unknown): string | undefined {
	if (error instanceof NotAsAsked) return printable(error.message, 300);
	if (error instanceof ProblemError || isServiceGone(error)) return undefined;
	const message = messageOf(error);
	if (known.some(({ pattern }) => pattern.test(message))) return undefined;
	return /OCI runtime|Cannot start the guest|ended at once/.test(message) ? printable(message, 300) : undefined;
}
