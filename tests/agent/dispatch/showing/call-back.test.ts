import { describe, expect, it } from 'vitest';
import { type CallBackDeps, callingBack } from '../../../../src/agent/dispatch/showing/call-back.ts';
import { emptyHistory } from '../../../../src/agent/session/history.ts';
import type { AgentEvent } from '../../../../src/chat/events.ts';
import type { Person } from '../../../../src/chat/thread.ts';
import { places } from '../../../../src/platforms.ts';
import type { JournalEntry, Outcome, Step } from '../../../../src/store/journal.ts';
import { ask, bo, cy, said } from '../../../support/commands.ts';
import { scriptedModel } from '../../../support/scripted-model.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { openWorkbench } from '../../../support/workbench.ts';

const turn = 't1';
const channel = { platform: 'slack', id: 'T1-C1-1.0' } as const;
const began = Date.UTC(2026, 0, 1);

function at(second: number, step: Step): JournalEntry {
	return { seq: second + 1, lease: 1, at: new Date(began + second * 1000).toISOString(), step };
}

function taken(second: number, person: Person, thread: { platform: string; id: string } = channel): JournalEntry {
	const message = { role: 'user', text: 'go', person } as const;
	return at(second, { turn, type: 'taken', keys: [`k${second}`], thread, message, placed: [], refused: [] });
}

const ended = (second: number, outcome: Outcome['outcome'] = 'done') =>
	at(second, { turn, type: 'ended', outcome: outcomes[outcome] });
const outcomes: Readonly<Record<Outcome['outcome'], Outcome>> = {
	done: { outcome: 'done' },
	stopped: { outcome: 'stopped', stopped: [] },
	failed: { outcome: 'failed', reason: 'the model is gone' },
};

/** Who is called back at the end of a turn with these entries. */
async function called(entries: readonly JournalEntry[], deps: Partial<CallBackDeps> = {}): Promise<string | undefined> {
	const [first] = entries;
	const thread = first?.step.type === 'taken' ? first.step.thread : channel;
	const end = entries.at(-1)?.step;
	const outcome = end?.type === 'ended' ? end.outcome : ({ outcome: 'waiting', question: 'q' } as const);
	const event: AgentEvent = { type: 'turn-ended', key: 'k', turn, ...outcome };
	const session = { history: () => ({ ...emptyHistory, open: { id: turn, thread, entries } }) };
	const events = callingBack(only(event), session, {
		...{ places, usual: { zone: 'UTC', notify: 'on' }, self: { storedAt: () => undefined } },
		...{ records: { get: async () => undefined, put: async () => {} } },
		...deps,
	});
	const [seen] = await Array.fromAsync(events);
	return seen?.type === 'turn-ended' ? seen.callsBack?.name : undefined;
}

async function* only(event: AgentEvent): AsyncGenerator<AgentEvent> {
	yield event;
}

describe('the end of a turn', () => {
	it('calls whoever asked back after more than a minute, and not before', async () => {
		expect(await called([taken(0, bo), ended(61)])).toBe('Bo');
		expect(await called([taken(0, bo), ended(60)])).toBeUndefined();
	});

	it('counts from when the message was stored: its files are fetched before it is journaled', async () => {
		const self = { storedAt: (key: string) => (key === 'k0' ? began - 50_000 : undefined) };
		expect(await called([taken(0, bo), ended(20)], { self })).toBe('Bo');
	});

	it('calls back when it failed or waits for an answer, however soon, and never when somebody stopped it', async () => {
		expect(await called([taken(0, bo), ended(1, 'failed')])).toBe('Bo');
		expect(await called([taken(0, bo)])).toBe('Bo');
		expect(await called([taken(0, bo), ended(600, 'stopped')])).toBeUndefined();
	});

	it('calls nobody back who has just spoken, and nobody but whoever asked', async () => {
		expect(await called([taken(0, bo), taken(100, bo), ended(120)])).toBeUndefined();
		expect(await called([taken(0, bo), taken(100, cy), ended(120)])).toBe('Bo');
	});

	it('calls whoever spoke to us, and not whose words to others began the turn', async () => {
		const aside = taken(0, cy);
		const step = { ...aside.step, aside: true } as Step;
		expect(await called([{ ...aside, step }, taken(1, bo), ended(100)])).toBe('Bo');
		expect(await called([{ ...aside, step }, ended(100)])).toBe('Cy');
	});

	it('calls nobody back in a direct conversation, or in the terminal of this machine', async () => {
		const dm = { platform: 'discord', id: 'dm-1' };
		expect(await called([taken(0, { id: 'discord:1/2', name: 'Di' }, dm), ended(600)])).toBeUndefined();
		const here = { platform: 'terminal', id: 'bench' };
		expect(await called([taken(0, { id: 'local', name: 'Ada' }, here), ended(600)])).toBeUndefined();
	});

	it('calls nobody back where the installation says so', async () => {
		const usual = { zone: 'UTC', notify: 'off' } as const;
		expect(await called([taken(0, bo), ended(600)], { usual })).toBeUndefined();
	});
});

describe('/notify', () => {
	it('is each one’s own, and over the setting of the installation', async () => {
		await using dir = await tempDir();
		const fails = { fails: new Error('The model is gone') };
		const brain = scriptedModel([fails, fails, fails]);
		await using bench = openWorkbench({ home: dir.path, brain });
		const callsBack = () =>
			bench.platform.events.flatMap((event) => (event.type === 'turn-ended' ? [event.callsBack?.name] : [])).at(-1);
		const by = { person: bo, thread: channel };
		expect(await ask(bench, '/notify', by)).toMatch(/^You are mentioned when/);
		await bench.say(said('go', by));
		expect(callsBack()).toBe('Bo');
		expect(await ask(bench, '/notify off', by)).toBe('You are not mentioned.');
		await bench.say(said('go', by));
		expect(callsBack()).toBeUndefined();
		await bench.say(said('go', { person: cy, thread: channel }));
		expect(callsBack()).toBe('Cy');
	});
});
