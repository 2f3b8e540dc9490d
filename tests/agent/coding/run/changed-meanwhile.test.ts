import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import type { PermissionAsk } from '../../../../src/agent/coding/permission.ts';
import { codexRow } from '../../../support/fake-coding.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

type Prompt = Driver['prompt'];

const command = (args: string) => inbound('command', { name: 'agent', args });

/** An agent at work on its first prompt until it is let go. */
async function atWork(given: Partial<Parameters<typeof openCoding>[0]> = {}) {
	const heard: string[] = [];
	const { promise: free, resolve: letGo } = Promise.withResolvers<void>();
	const prompt: Prompt = async (text, watch) => {
		heard.push(text);
		const stopped = new Promise<never>((_, reject) =>
			watch.signal.addEventListener('abort', () => reject(watch.signal.reason)),
		);
		if (heard.length === 1) await Promise.race([free, stopped]);
		return await says('Did')(text, watch);
	};
	const at = await openCoding({ prompt, ...given });
	const begun = command('codex mend it');
	await at.bench.dispatch.accept(begun);
	await expect.poll(() => heard).toHaveLength(1);
	return { ...at, at, heard, letGo, begun, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
}

describe('a message that waits for an agent at work', () => {
	it('reaches it as it was edited', async () => {
		await using one = await atWork();
		const waiting = message('and the tests');
		await one.bench.dispatch.accept(waiting);
		await one.bench.dispatch.accept(inbound('edit', { of: waiting.key, text: 'and the docs' }));
		one.letGo();
		await one.bench.dispatch.settled();
		expect(one.heard).toEqual(['mend it', 'and the docs']);
	});

	it('does not reach it once it was deleted', async () => {
		await using one = await atWork();
		const waiting = message('and the tests');
		await one.bench.dispatch.accept(waiting);
		await one.bench.dispatch.accept(inbound('delete', { of: waiting.key }));
		one.letGo();
		await one.bench.dispatch.settled();
		expect(one.heard).toEqual(['mend it']);
		expect(one.answers()).toHaveLength(1);
	});
});

it('an agent at work ends when the command that asked for it is deleted', async () => {
	await using one = await atWork();
	await one.bench.dispatch.accept(inbound('delete', { of: one.begun.key }));
	await one.bench.dispatch.settled();
	expect(one.coding.runs.of(sessionId)).toBeUndefined();
	expect(await one.runs()).toMatchObject([{ state: 'ended', outcome: 'stopped' }]);
	expect(one.answers()).toEqual([]);
});

const ask: PermissionAsk = {
	...{ id: 't1', title: 'make', toolKind: 'execute', diffs: [] },
	options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
};

describe('a question of an agent', () => {
	const asking: Prompt = async (text, watch) => {
		const answer = await watch.onPermission(ask);
		return await says(`Was told ${answer.kind} for`)(text, watch);
	};
	const questionIn = (events: readonly { readonly type: string }[]) =>
		(events.findLast((event) => event.type === 'question') as unknown as { question: { id: string } }).question.id;

	it('that is answered twice at once has one answer', async () => {
		await using at = await openCoding({ prompt: asking });
		await at.bench.say(command('codex --ask clean up'));
		const question = questionIn(at.bench.platform.events);
		await Promise.all(
			['Allow', 'Refuse'].map((value) => at.bench.dispatch.accept(inbound('answer', { question, value }))),
		);
		await at.bench.dispatch.settled();
		expect(at.answers()).toEqual([expect.stringContaining('Was told option for clean up')]);
		expect(at.coding.done.filter((one) => one === 'key opens')).toHaveLength(2);
	});

	it('is withdrawn where another agent is asked for, which alone hears the new task', async () => {
		const heard: string[] = [];
		const prompt: Prompt = async (text, watch) => {
			heard.push(text);
			return heard.length === 1 ? await asking(text, watch) : await says('Did')(text, watch);
		};
		const agents = [codexRow, { ...codexRow, name: 'other', title: 'Other' }];
		await using at = await openCoding({ prompt, agents });
		await at.bench.say(command('codex --ask clean up'));
		const question = questionIn(at.bench.platform.events);
		await at.bench.say(command('other look at it'));
		await at.bench.say(inbound('answer', { question, value: 'Allow' }));
		expect(heard).toEqual(['clean up', 'look at it']);
		expect(await at.runs()).toMatchObject([
			{ agent: 'codex', state: 'ended' },
			{ agent: 'other', state: 'open' },
		]);
	});
});
