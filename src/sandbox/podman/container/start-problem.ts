import { codeOf, messageOf, ProblemError } from '../../../base/errors.ts';
import { printable } from '../../files/safe-name.ts';
import { statusOf } from '../service/engine.ts';

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

/**
 * Whether the service, or the container, went away under the call: not a fault of what was asked, and mended by asking anew. A container that
 * always ends at once does so again, and is told then.
 */
export function isServiceGone(error: unknown): boolean {
	if (containerGone.test(messageOf(error))) return true;
	const code = codeOf(error) ?? '';
	return statusOf(error) === undefined && ['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE'].includes(code);
}
