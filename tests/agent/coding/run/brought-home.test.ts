import { describe, expect, it } from 'vitest';
import type { Driver } from '../../../../src/agent/coding/driver.ts';
import type { PermissionAsk } from '../../../../src/agent/coding/permission.ts';
import { codexRow } from '../../../support/fake-coding.ts';
import { inbound, message, sessionId } from '../../../support/workbench.ts';
import { openCoding, says } from './open-coding.ts';

type Prompt = Driver['prompt'];

const command = (args: string) => inbound('command', { name: 'agent', args });
const run = `${sessionId}~1`;
const otherRow = { ...codexRow, name: 'other', title: 'Other' };
const ask: PermissionAsk = {
	...{ id: 't1', title: 'make', toolKind: 'execute', diffs: [] },
	options: [{ id: 'yes', name: 'Yes', kind: 'allow_once' }],
};
const back = { changes: [{ kind: 'changed', path: 'a.py' }] } as const;

/** An agent that asks, and was put away with its work as nobody answered. */
async function putAway({
	isPutAway = true,
	...given
}: Partial<Parameters<typeof openCoding>[0]> & { isPutAway?: boolean } = {}) {
	let prompts = 0;
	const prompt: Prompt = async (text, watch) => {
		prompts += 1;
		if (prompts === 1) await watch.onPermission(ask);
		return await says('Did')(text, watch);
	};
	const at = await openCoding({ prompt, back, agents: [codexRow, otherRow], limits: { askMs: 1 }, ...given });
	await at.bench.say(command('codex --ask mend it'));
	if (isPutAway) await expect.poll(async () => (await at.runs())[0]?.state).toBe('parked');
	return at;
}

/** An agent that was stopped while it worked; nothing can be brought back while `isOut`. */
async function stoppedAtWork() {
	const begun = Promise.withResolvers<void>();
	const prompt: Prompt = async (text, watch) => {
		if (text !== 'mend it') return await says('Did')(text, watch);
		begun.resolve();
		return await new Promise((_, reject) => watch.signal.addEventListener('abort', () => reject(watch.signal.reason)));
	};
	const before = (what: string) => {
		if (stopped.isOut && what.startsWith('back')) throw new Error('the sandbox ended');
	};
	const agents = [codexRow, otherRow];
	const at = await openCoding({ prompt, back, agents, before, replies: [{ text: 'Hello' }] });
	const stopped = { at, isOut: true, [Symbol.asyncDispose]: () => at[Symbol.asyncDispose]() };
	await at.bench.dispatch.accept(command('codex mend it'));
	await begun.promise;
	await at.bench.say(inbound('stop', {}));
	return stopped;
}

const posts = ({ bench }: Awaited<ReturnType<typeof openCoding>>) => bench.platform.posts.join('\n');

describe('work that was put away', () => {
	it('is brought back before another agent begins', async () => {
		await using at = await putAway();
		await at.bench.say(command('other look at it'));
		expect(posts(at)).toContain('Codex had changed 1 file until then.\nOther answers in this thread');
		const done = at.coding.done.join('\n');
		expect(done).toMatch(new RegExp(`box ${run}\nback ""\nend ${run}\nremove ${run}[^]*box ${sessionId}~2`));
		expect(await at.runs()).toMatchObject([{ state: 'ended', home: true }, { agent: 'other' }]);
	});

	it.each([['done'], ['stop']])('is brought back by %s', async (how) => {
		await using at = await putAway();
		await at.bench.say(how === 'stop' ? inbound('stop', {}) : command('done'));
		expect(posts(at)).toContain('Codex had changed 1 file until then.');
		expect(at.disks.size).toBe(0);
	});

	it('that cannot be brought back is kept, and no other agent begins', async () => {
		let isOut = true;
		const before = (what: string) => {
			if (isOut && what.startsWith('back')) throw new Error('It is more than is carried.');
		};
		await using at = await putAway({ before });
		await at.bench.say(command('other look at it'));
		expect(posts(at)).toMatch(/could not be brought back: It is more than is carried\. It is kept, and nothing else/);
		expect(await at.runs()).toMatchObject([{ agent: 'codex', state: 'parked' }]);
		expect(at.disks.has(run)).toBe(true);
		isOut = false;
		await at.bench.say(message('go on'));
		expect(at.answers().at(-1)).toContain('Did go on');
	});

	it('that cannot be brought back after a stop is kept until another agent is asked for, and the Brain answers', async () => {
		await using stopped = await stoppedAtWork();
		const { at } = stopped;
		expect(posts(at)).toContain(
			'could not be brought back: the sandbox ended. It is kept, and tried again before another agent begins. The Brain answers here again.',
		);
		expect([...at.disks.keys()]).toEqual([run]);
		await at.bench.say(message('Are you there?'));
		expect(at.answers().at(-1)).toBe('Hello');
		await at.bench.say(command('other look at it'));
		expect(posts(at)).toContain('It is kept, and nothing else was begun: try again, or give it up by');
		stopped.isOut = false;
		await at.bench.say(command('other look at it'));
		expect(posts(at)).toContain('Codex had changed 1 file until then.\nOther answers in this thread');
		expect([...at.disks.keys()]).toEqual([`${sessionId}~2`]);
	});

	it('that was kept after a stop can be given up, which says that it is lost', async () => {
		await using stopped = await stoppedAtWork();
		const { at } = stopped;
		await at.bench.say(command('done'));
		expect(posts(at)).toContain('the sandbox ended.\nThe coding agent has gone, and that is lost.');
		expect(at.disks.size).toBe(0);
	});

	it('of an agent that waits for an answer is kept, and its next message starts that anew', async () => {
		let isOut = true;
		const before = (what: string) => {
			if (isOut && what.startsWith('back')) throw new Error('the sandbox ended');
		};
		await using at = await putAway({ before, limits: {}, isPutAway: false });
		await at.bench.say(command('other look at it'));
		expect(await at.runs()).toMatchObject([{ agent: 'codex', state: 'parked' }]);
		isOut = false;
		await at.bench.say(message('go on'));
		expect(at.answers().at(-1)).toContain('Did go on');
		expect(at.coding.done.filter((one) => one.startsWith('open'))).toHaveLength(2);
	});

	it('is given up by a word for that, which says that it is lost', async () => {
		const before = (what: string) => {
			if (what.startsWith('back')) throw new Error('It is more than is carried.');
		};
		await using at = await putAway({ before });
		await at.bench.say(command('done'));
		expect(posts(at)).toContain(
			'could not be brought back: It is more than is carried.\nThe coding agent has gone, and that is lost.',
		);
		expect(at.disks.size).toBe(0);
	});

	it('whose disk is gone holds nobody up, and deletes nothing', async () => {
		await using at = await putAway();
		at.disks.delete(run);
		await at.bench.say(command('other look at it'));
		expect(posts(at)).toContain('is lost, with what it had not brought back.\nOther answers');
		expect(at.coding.done.filter((one) => one.startsWith('back'))).toEqual(['back ""']);
	});

	it('is not brought back twice where its prompt had come to its end', async () => {
		await using at = await openCoding({ prompt: says('Did'), back, agents: [codexRow, otherRow] });
		await at.bench.say(command('codex mend it'));
		await at.bench.say(command('other look at it'));
		expect(posts(at)).not.toContain('until then');
		expect(at.coding.done.filter((one) => one.startsWith('back'))).toHaveLength(2);
	});
});
