import { describe, expect, it } from 'vitest';
import { type Hold, piecesPaidFrom, type Spent } from '../../../src/agent/model/cost/purse.ts';
import { brainAt, hi, never } from '../../support/brain-at.ts';
import { bo, cy, said } from '../../support/commands.ts';
import { budgetsOn } from '../../support/paid-model.ts';
import { recordingPlatform } from '../../support/recording-platform.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { waitFor } from '../../support/wait-for.ts';
import { delta, sse, startWireServer } from '../../support/wire-server.ts';
import { inbound, openWorkbench } from '../../support/workbench.ts';

const here = { platform: 'slack', id: 'T1-C1-1.1' };
const there = { platform: 'slack', id: 'T1-C2-2.2' };
const usage = { choices: [], usage: { prompt_tokens: 100, completion_tokens: 1 } };
const ok = sse(delta({ content: 'ok' }), delta({}, 'stop'), usage);
const waiting = 'Waiting for budget that other turns hold; this goes on by itself when they have done';

/** Two threads of a place with room for one call at a time; the server answers the first when it is let go. */
async function open() {
	await using building = new AsyncDisposableStack();
	const dir = building.use(await tempDir());
	const gate = Promise.withResolvers<void>();
	const late = async function* () {
		await gate.promise;
		yield ok;
	};
	const server = building.use(await startWireServer([{ chunks: late() }, { chunks: [ok] }]));
	const platform = recordingPlatform();
	const bench = building.use(
		openWorkbench({
			home: dir.path,
			platform,
			brain: brainAt(server.url),
			budgets: (store) => budgetsOn(store, { limits: { stops: { place: { tokens: 5_000 } } } }),
		}),
	);
	await bench.dispatch.accept(said('one', { person: bo, thread: here }));
	await waitFor(() => server.requests.length === 1, 'the first call');
	await bench.dispatch.accept(said('two', { person: cy, thread: there }));
	await waitFor(() => platform.posts.includes(waiting), 'the line that it waits');
	const parts = building.move();
	return { bench, platform, server, go: gate.resolve, [Symbol.asyncDispose]: () => parts.disposeAsync() };
}

describe('a turn whose budget others hold', () => {
	it('says that it waits, and goes on by itself when they have done', async () => {
		await using scene = await open();
		expect(scene.server.requests).toHaveLength(1);
		scene.go();
		await scene.bench.dispatch.settled();
		expect(scene.platform.posts.filter((post) => post === waiting)).toHaveLength(1);
		expect(scene.platform.posts.filter((post) => post === 'ok')).toHaveLength(2);
	});

	it('is stopped at once while it waits', async () => {
		await using scene = await open();
		await scene.bench.dispatch.accept({ ...inbound('stop', {}), person: cy, thread: there });
		await waitFor(() => scene.platform.posts.some((post) => post.startsWith('ended stopped')), 'the end of the turn');
		expect(scene.server.requests).toHaveLength(1);
		scene.go();
		await scene.bench.dispatch.settled();
		expect(scene.server.requests).toHaveLength(1);
	});
});

it('a reader that leaves while a call waits for budget pays nothing, and holds nothing', async () => {
	const granted = Promise.withResolvers<Hold>();
	const settled = Promise.withResolvers<Spent | undefined>();
	const purse = (_call: unknown, _signal: AbortSignal, waits?: () => void) => {
		waits?.();
		return granted.promise;
	};
	for await (const part of piecesPaidFrom(purse, brainAt('http://127.0.0.1:9/v1').reply(hi, never))) {
		expect(part).toEqual({ type: 'waits' });
		break;
	}
	granted.resolve({ settle: async (spent) => settled.resolve(spent) });
	expect(await settled.promise).toBeUndefined();
});
