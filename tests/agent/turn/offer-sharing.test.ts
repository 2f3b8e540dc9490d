import { describe, expect, it } from 'vitest';
import { readRegistry, unused } from '../../../src/agent/forge/registry/registry.ts';
import type { Inbound } from '../../../src/chat/inbound.ts';
import { keepTool } from '../../support/kept-tools.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench, sessionId, type Workbench } from '../../support/workbench.ts';
import { answer } from '../forge/use/open-tools.ts';

const doubles = { run_tool: async () => answer({ twice: 4 }) };
const uses = [{ calls: [{ name: 'use_tool', args: { name: 'double_number', input: { n: 2 } } }] }, { text: 'four' }];
const often = { calls: 2, failures: 0 };

/** A bench whose session has forged a tool, which is used once by each message. */
function benchAt(home: string, messages: number): Workbench {
	const brain = scriptedModel(Array.from({ length: messages }, () => uses).flat());
	return openWorkbench({ home, brain, tools: doubles });
}

async function forged(bench: Workbench, use: Partial<typeof unused>, kept = {}): Promise<void> {
	await keepTool(await bench.sessions.open(sessionId), kept, { use: { ...unused, ...use } });
}

/** What was offered, and to whose eyes. */
function offers({ platform }: Workbench): readonly string[] {
	return platform.events.flatMap((event) =>
		event.type === 'notice' && event.text.includes('tools share') ? [`${event.to?.name}: ${event.text}`] : [],
	);
}

const grace = { id: 'slack:T1/U2', name: 'Grace' };
const by = (one: Inbound) => ({ ...one, person: grace });

describe('sharing a tool', () => {
	it('is offered to whose turn it is once, after the third use that went well', async () => {
		await using dir = await tempDir();
		await using bench = benchAt(dir.path, 3);
		await forged(bench, { calls: 2, failures: 1 });
		await bench.say(message('one'));
		expect(offers(bench)).toEqual([]);
		await bench.say(message('two'), message('three'));
		expect(offers(bench)).toEqual([
			'Ada: The tool numbers/double_number has done its work here three times. Other threads do not see it; `/tools share numbers/double_number` proposes it to all of them, and an admin decides.',
		]);
		const [tool] = (await readRegistry(await bench.sessions.open(sessionId))).tools;
		expect(tool?.offered).toBe(true);
	});

	it('is not offered again after a restart', async () => {
		await using dir = await tempDir();
		{
			await using first = benchAt(dir.path, 1);
			await forged(first, often);
			await first.say(message('one'));
			expect(offers(first)).toHaveLength(1);
		}
		await using bench = benchAt(dir.path, 1);
		await bench.say(message('two'));
		expect(offers(bench)).toEqual([]);
	});

	it('was offered to somebody whom nothing names once they are forgotten', async () => {
		await using dir = await tempDir();
		await using bench = benchAt(dir.path, 1);
		await forged(bench, often);
		const said = message('one');
		await bench.say(said);
		expect(offers(bench)).toHaveLength(1);
		const { thread, person, at } = said;
		const what = { kind: 'person' as const, person };
		await bench.dispatch.erase(sessionId, { key: 'forget', type: 'erase', thread, person, at, what });
		await bench.dispatch.settled();
		const { journal } = await bench.sessions.open(sessionId);
		const told = (await journal.after(0)).flatMap(({ step }) => (step.type === 'notice' ? [step] : []));
		expect(told).toMatchObject([{ text: '[deleted]' }]);
		expect(told[0]).not.toHaveProperty('to');
	});

	it('is offered to nobody who may not propose it, and later to who may', async () => {
		await using dir = await tempDir();
		await using bench = benchAt(dir.path, 2);
		await forged(bench, often);
		await bench.say(inbound('command', { name: 'status', args: '' }));
		const named = (await bench.sessions.open(sessionId)).documents;
		const now = new Date().toISOString();
		const owner = { id: 'slack:T1/U7', name: 'Bo' };
		const thread = { platform: 'terminal', id: 'bench' };
		const record = { version: 1, id: sessionId, thread, title: 't', owner, participants: [owner, grace] };
		await named.write('session', { ...record, createdAt: now, usedAt: now });
		await bench.say(by(message('one')));
		expect(offers(bench)).toEqual([]);
		// The local person is admin of their own place.
		await bench.say(message('two'));
		expect(offers(bench)).toHaveLength(1);
	});

	it.each<[string, Partial<typeof unused>, object]>([
		[
			'was taken over from the catalog',
			often,
			{ provenance: { session: 's', coder: 'c', seeds: [1], tries: 1, adopted: { catalog: 'local', version: 1 } } },
		],
		['has been used less', { calls: 1 }, {}],
	])('is not offered where the tool %s', async (_, use, kept) => {
		await using dir = await tempDir();
		await using bench = benchAt(dir.path, 1);
		await forged(bench, use, kept);
		await bench.say(message('one'));
		expect(offers(bench)).toEqual([]);
		const [tool] = (await readRegistry(await bench.sessions.open(sessionId))).tools;
		expect(tool?.offered).toBeUndefined();
	});

	it.each(['Do not share it', 'Share it'])('is not offered where an admin has decided before: %s', async (decision) => {
		await using dir = await tempDir();
		await using bench = benchAt(dir.path, 1);
		await forged(bench, often);
		await bench.say(inbound('command', { name: 'tools', args: 'share double_number' }));
		const asked = bench.platform.events.findLast((event) => event.type === 'question');
		const question = asked?.type === 'question' ? asked.question.id : '';
		expect(question).not.toBe('');
		await bench.say(inbound('answer', { question, value: decision }));
		await bench.say(message('one'));
		expect(offers(bench)).toEqual([]);
	});

	it('is not offered to another session of a place whose admin has refused a tool of that name', async () => {
		await using dir = await tempDir();
		await using bench = benchAt(dir.path, 1);
		await forged(bench, often);
		await bench.say(inbound('command', { name: 'tools', args: 'share double_number' }));
		const asked = bench.platform.events.findLast((event) => event.type === 'question');
		const question = asked?.type === 'question' ? asked.question.id : '';
		await bench.say(inbound('answer', { question, value: 'Do not share it' }));
		await bench.say(inbound('command', { name: 'new', args: '' }));
		await keepTool(await bench.sessions.open(`${sessionId}.2`), {}, { use: { ...unused, ...often } });
		await bench.say(message('one'));
		expect(offers(bench)).toEqual([]);
	});
});
