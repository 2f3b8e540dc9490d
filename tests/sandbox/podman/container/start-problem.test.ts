import { expect, it } from 'vitest';
import { isServiceGone, startProblem } from '../../../../src/sandbox/podman/container/start-problem.ts';

it.each([
	['Cannot start the guest: MCP error -32000: Connection closed', true],
	['Cannot start the guest: it ended', true],
	['the container ended at once', true],
	['Cannot start the guest: MCP error -32001: Request timed out', false],
	['no such image', false],
])('"%s" is a container that was gone under its start, or not: %s', (message, gone) => {
	expect(isServiceGone(new Error(message))).toBe(gone);
	expect(startProblem(new Error(message), 'x').message).toMatch(/^Cannot start the sandbox: /);
});
