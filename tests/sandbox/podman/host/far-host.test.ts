import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type Duplex, duplexPair } from 'node:stream';
import { expect, it } from 'vitest';
import { ProblemError } from '../../../../src/base/errors.ts';
import { NotAsAsked, notAsAsked } from '../../../../src/sandbox/podman/container/start-problem.ts';
import { createFarHost } from '../../../../src/sandbox/podman/host/far-host.ts';
import type { BootOrder } from '../../../../src/sandbox/podman/host/host.ts';
import { type HostOrder, hostOrders } from '../../../../src/sandbox/podman/host/orders.ts';
import { serveLine } from '../../../../src/sandbox/podman/line/serve-line.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const never = new AbortController().signal;
const order: BootOrder = { session: 's', diskBytes: 1 };
const box = '0123456789abcdef';

/** A line to a helper that answers so. */
function lineTo(answer: (order: HostOrder) => object | Promise<object>) {
	const [line, bots] = duplexPair();
	const asked: string[] = [];
	const serving = serveLine({
		input: line,
		output: line,
		requests: hostOrders,
		async answer(one) {
			asked.push(one.verb);
			return { done: await answer(one) };
		},
	}).catch(() => undefined);
	return { line, bots: bots as Duplex, asked, serving };
}

it('a problem of the helper is told as it is, a sandbox that is not as asked for as that', async () => {
	const problems = [new ProblemError('Cannot do it', 'Do that'), notAsAsked(['x is y']), podmanSays(500)];
	const helper = lineTo(async () => Promise.reject(problems.shift()));
	const host = createFarHost({ line: helper.bots });
	await expect(host.boot(order, never)).rejects.toMatchObject({ name: 'ProblemError', mend: 'Do that' });
	expect(await host.boot(order, never).catch((error: unknown) => error)).toBeInstanceOf(NotAsAsked);
	await expect(host.boot(order, never)).rejects.toMatchObject({ statusCode: 500 });
});

function podmanSays(statusCode: number): Error {
	return Object.assign(new Error('(HTTP code 500)'), { statusCode });
}

it('a sandbox whose stream cannot be had is ended, and why is told', async () => {
	await using dir = await tempDir();
	const socket = join(dir.path, 'none');
	const helper = lineTo(({ verb }) => (verb === 'boot' ? { box, stream: { socket, ticket: 'x' } } : {}));
	const host = createFarHost({ line: helper.bots });
	await expect(host.boot(order, never)).rejects.toMatchObject({ code: 'ENOENT' });
	expect(helper.asked).toEqual(['boot', 'end']);
});

it('of a helper that is gone nothing more is to be had, and nothing need be ended', async () => {
	await using dir = await tempDir();
	const socket = join(dir.path, 'streams');
	const server = createServer().listen(socket);
	await once(server, 'listening');
	const helper = lineTo(({ verb }) => {
		if (verb === 'boot') return { box, stream: { socket, ticket: 'x' } };
		return { runtime: 'runc', unenforced: [] };
	});
	const host = createFarHost({ line: helper.bots });
	const booted = await host.boot(order, never);
	const held = await booted.hold(never);
	helper.line.end();
	await expect(host.ready(never)).rejects.toThrow("root's helper ended");
	await expect(host.boot(order, never)).rejects.toThrow("root's helper ended");
	const { processes } = held;
	const told = [await processes.any(), await processes.exitCode(), await processes.oom.look()];
	expect(told).toEqual([false, undefined, 'none']);
	await processes.kill();
	await booted[Symbol.asyncDispose]();
	await host[Symbol.asyncDispose]();
	server.close();
});

it('a helper is asked for nothing before there is a sandbox, where nothing is left of another process', async () => {
	const helper = lineTo(() => ({}));
	await createFarHost({ line: helper.bots, isClear: true }).clear();
	expect(helper.asked).toEqual([]);
	await createFarHost({ line: helper.bots }).clear();
	expect(helper.asked).toEqual(['clear']);
});

it('a process waits for an answer, and not for the line as such', async () => {
	const helper = lineTo(() => ({}));
	const waits: boolean[] = [];
	const line = Object.assign(helper.bots, { ref: () => waits.push(true), unref: () => waits.push(false) });
	const host = createFarHost({ line });
	await Promise.all([host.clear(), host.clear()]);
	await host.clear();
	expect(waits).toEqual([true, false, true, false]);
});
