import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { Sessions, Store } from '../../../../src/store/store.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { waitFor } from '../../../support/wait-for.ts';
import { message, openWorkbench } from '../../../support/workbench.ts';

/** A store and folders that take their time to keep that a session is left, and note in which order things were done. */
function slowly() {
	const done: string[] = [];
	const slow = async <T>(name: string, work: () => Promise<T>): Promise<T> => {
		for (let turns = 0; turns < 20; turns += 1) await turn();
		const value = await work();
		done.push(name);
		return value;
	};
	const store = ({ records, leases, ...rest }: Store): Store => ({
		...rest,
		records: {
			...records,
			put: (kind, ...more) =>
				kind === 'attempt' ? slow('waiting kept', () => records.put(kind, ...more)) : records.put(kind, ...more),
		},
		leases: {
			...leases,
			release: async (lease) => {
				done.push('released');
				await leases.release(lease);
			},
		},
	});
	const sessions = <T extends Sessions>(inner: T): T => ({
		...inner,
		open: async (id) => {
			const folder = await inner.open(id);
			const { journal } = folder;
			const append: typeof journal.append = (lease, step) =>
				step.type === 'left' ? slow('turn left', () => journal.append(lease, step)) : journal.append(lease, step);
			return { ...folder, journal: { ...journal, append } };
		},
	});
	return { done, wrap: { store, sessions } };
}

describe('a process that leaves in the middle of a turn', () => {
	it('keeps that it left the turn and what waits before it gives the session to another one', async () => {
		await using dir = await tempDir();
		const { done, wrap } = slowly();
		const brain = scriptedModel([{ text: 'Busy', hangs: true }]);
		await using bench = openWorkbench({ home: dir.path, brain, wrap });
		await bench.dispatch.accept(message('go'));
		await waitFor(() => brain.requests.length === 1, 'the turn');
		await bench.dispatch[Symbol.asyncDispose]();
		expect(done).toEqual(['turn left', 'waiting kept', 'released']);
	});
});
