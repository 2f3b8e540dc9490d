import { z } from 'zod';
import type { RepoDeps } from '../../../src/agent/repo/repo-deps.ts';
import { readRepos } from '../../../src/agent/repo/state/book.ts';
import type { CallFacts, ToolContext, ToolOutcome } from '../../../src/agent/tool.ts';
import { places } from '../../../src/platforms.ts';
import type { Documents, SessionFolder } from '../../../src/store/store.ts';
import { createFakeGuest } from '../../support/repo/fake-guest.ts';
import { createFakeTrials } from '../../support/repo/fake-trials.ts';
import { type Mishap, newWorld } from '../../support/repo/fake-world.ts';
import { fakeRepoParts } from '../../support/repo/open-repo-work.ts';

/** What happens at each thing that is done, the session's own writes among them. */
export type Fate = (deed: Parameters<Mishap>[0] | 'write', when: 'before' | 'after') => string | undefined;

/** A process that dies. */
export class DeathError extends Error {
	override readonly name = 'DeathError';
}

const person = { id: 'local', name: 'Ada' };

/** Tools that are called as turns call them, without turns: a call that rejects with `DeathError` is one that a crash has cut off. */
export function openByHand(given: Parameters<typeof fakeRepoParts>[0] = {}) {
	let fate: Fate = () => undefined;
	const world = newWorld();
	const kept = new Map<string, string>();
	const due = new Map<string, number>();
	const documents: Documents = {
		read: async (name, schema) => {
			const text = kept.get(name);
			return text === undefined ? undefined : schema.parse(JSON.parse(text));
		},
		write: async (name, value) => {
			fate('write', 'before');
			kept.set(name, JSON.stringify(value));
			fate('write', 'after');
		},
		backup: async () => '',
	};
	const folder = { id: 'local-hand', documents } as unknown as SessionFolder;
	const mishap: Mishap = (deed, when) => fate(deed, when);
	const parts = fakeRepoParts({ world, mishap, trials: createFakeTrials({}, mishap), ...given });
	const guest = createFakeGuest(world);
	const store: { due: RepoDeps['due'] } = {
		due: {
			by: async (session, _what, at) => void due.set(session, Math.min(at, due.get(session) ?? at)),
			put: async (session, _what, at) => void (at === undefined ? due.delete(session) : due.set(session, at)),
		},
	};
	const sessions = { has: async () => kept.has('repos'), open: async () => folder };
	// Each start of a process has its own.
	const start = () => parts.on({ sessions, places, store });

	async function call(name: string, args: unknown, id: string, answer?: unknown): Promise<ToolOutcome> {
		const tool = start().tools.find(({ spec }) => spec.name === name);
		if (!tool) throw new Error(`There is no tool "${name}"`);
		const facts: CallFacts = {
			id,
			thread: { platform: 'terminal', id: 'hand' },
			person,
			answer: answer === undefined ? undefined : { question: 'q', value: answer, person },
		};
		const context = {
			session: { id: folder.id, folder },
			call: facts,
			sandbox: async () => ({ open: guest.open }),
			output: () => {},
			signal: new AbortController().signal,
		} as unknown as ToolContext;
		return await tool.run(args, context);
	}

	return {
		...parts,
		...{ guest, due, kept, call, start, folder },
		repos: () => readRepos(folder),
		meet: (next: Fate) => {
			fate = next;
		},
	};
}

export const wish = { repository: 'acme/app', title: 'Mend', description: 'It is mended.' };

/** The choices of what a call asks; undefined: it has a result. */
export function choicesOf(outcome: ToolOutcome): readonly string[] | undefined {
	if (!('ask' in outcome)) return undefined;
	return z.object({ choices: z.array(z.string()) }).parse(outcome.ask.answer).choices;
}
