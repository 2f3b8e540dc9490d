import { expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import {
	faultOfRuntime,
	isGoneUnderStart,
	notAsAsked,
	startProblem,
} from '../../../../src/sandbox/podman/container/start-problem.ts';

it.each([
	[notAsAsked(['memory limit is 0, asked for 1']), /memory limit is 0, asked for 1$/],
	[new Error('preparing container 1 for attach: runsc: creating container: EOF: OCI runtime error'), /runsc: creating/],
	[new Error('Cannot start the guest: Connection closed'), /Connection closed/],
	[new Error('the container ended at once'), /ended at once/],
])('another runtime may do better after: %s', (error, why) => {
	expect(faultOfRuntime(error)).toMatch(why);
});

it.each([
	new ProblemError('Cannot mount the disk', 'Mend it'),
	new Error('write /x: no space left on device: OCI runtime error'),
	new Error('could not find enough available IDs'),
	new Error('no such image'),
	Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' }),
	new Error('anything else'),
])('no other runtime would do better after: %s', (error) => {
	expect(faultOfRuntime(error)).toBeUndefined();
});

it.each([
	['Cannot start the guest: MCP error -32000: Connection closed', true],
	['Cannot start the guest: it ended', true],
	['the container ended at once', true],
	['Cannot start the guest: MCP error -32001: Request timed out', false],
	['no such image', false],
])('"%s" is a container that was gone under its start, or not: %s', (message, gone) => {
	expect(isGoneUnderStart(new Error(message))).toBe(gone);
	expect(startProblem(new Error(message), 'x').message).toMatch(/^Cannot start the sandbox: /);
});

it('a container whose process is not there to be read is gone under its start', () => {
	expect(isGoneUnderStart(Object.assign(new Error('ESRCH: no such process, read'), { code: 'ESRCH' }))).toBe(true);
});
