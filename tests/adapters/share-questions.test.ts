import { describe, expect, it } from 'vitest';
import { unused } from '../../src/agent/forge/registry/registry.ts';
import type { Model } from '../../src/agent/model/model.ts';
import { noToolsHere } from '../../src/agent/tool-sources/no-tools.ts';
import { answer } from '../agent/forge/use/open-tools.ts';
import { createFakeSandboxes } from '../support/fake-sandboxes.ts';
import { keepTool } from '../support/kept-tools.ts';
import { type ScriptedReply, scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { discordPlace } from './discord/discord-place.ts';
import { type Asked, has, openStage, type Place, type PlaceThread, type Stage, thinking } from './forge-place.ts';
import { slackPlace } from './slack/slack-place.ts';

const hello: ScriptedReply = { text: 'Hello.' };

/** The core on a platform, and a thread whose session has a tool that could be shared. */
async function openWithTool(
	place: Place,
	home: string,
	brain: Model,
): Promise<Stage & { readonly thread: PlaceThread }> {
	const run_tool = ({ input }: { readonly input?: unknown }) => answer({ twice: (input as { n: number }).n * 2 });
	const sandboxes = createFakeSandboxes({ tools: { run_tool } });
	const stage = await openStage(place, { home, brain, sandboxes });
	const thread = place.thread();
	await thread.as('admin').say('hello');
	await waitFor(() => has(thread.seen(), 'Hello.'), 'the answer');
	await keepTool(await stage.folder(), {}, { use: { ...unused, calls: 1 } });
	return { ...stage, thread };
}

async function askedIn(thread: PlaceThread): Promise<Asked> {
	await thread.as('admin').command('tools share double_number');
	return waitFor(() => thread.questions()[0], 'the question');
}

const isShared = (thread: PlaceThread) => waitFor(() => has(thread.seen(), 'Shared: '), 'that it is shared');

describe.each([
	['Slack', slackPlace],
	['Discord', discordPlace],
])('sharing a tool in %s', (_, open) => {
	it('is asked before everyone in the thread, and decided by an admin alone', async () => {
		await using place = await open();
		await using dir = await tempDir();
		await using stage = await openWithTool(place, dir.path, scriptedModel([hello]));
		const { thread, bench } = stage;
		const asked = await askedIn(thread);
		expect(has(thread.seen(), 'Share numbers/double_number with everyone')).toBe(true);
		await waitFor(() => thread.as('admin').toldApart().length === 0, 'nothing left to be said to the asker alone');
		await thread.as('member').press(asked, 0);
		await waitFor(() => has(thread.as('member').toldApart(), 'for an admin'), 'the refusal');
		expect(thread.questions()).toEqual([asked]);
		expect(await (await bench.sessions.catalog(place.catalog)).tools.list()).toEqual([]);
		await thread.as('admin').press(asked, 0);
		await isShared(thread);
		expect(thread.questions()).toEqual([]);
		expect(has(thread.seen(), '☑ Ada answered: Share it')).toBe(true);
		const { tools } = await bench.sessions.catalog(place.catalog);
		expect(await tools.list()).toEqual([{ tool: 'numbers/double_number', version: 1 }]);
	});

	it('hands the whole code over as a file, before it asks, where a message has no room', async () => {
		await using place = await open();
		await using dir = await tempDir();
		await using stage = await openWithTool(place, dir.path, scriptedModel([hello]));
		const { thread } = stage;
		const body = Array.from({ length: 400 }, (_, line) => `    # line ${line}`).join('\n');
		const code = `def run(input):\n${body}\n    return {"twice": input["n"] * 2}\n`;
		await keepTool(await stage.folder(), { name: 'long_one', code }, { use: { ...unused, calls: 1 } });
		await thread.as('admin').command('tools share long_one');
		const asked = await waitFor(() => thread.questions()[0], 'the question');
		expect(asked.text).toContain('numbers-long_one-1.md above');
		const [file] = thread.files();
		expect(file?.name).toBe('numbers-long_one-1.md');
		expect(file?.text).toContain(code);
		const seen = thread.seen();
		const at = (words: string) => seen.findIndex((text) => text.includes(words));
		expect(at('Share numbers/long_one')).toBeGreaterThan(seen.length - 2);
		await thread.as('admin').press(asked, 0);
		await isShared(thread);
	});

	it('takes one click: the next one is told that it came too late', async () => {
		await using place = await open();
		await using dir = await tempDir();
		await using stage = await openWithTool(place, dir.path, scriptedModel([hello]));
		const { thread } = stage;
		const asked = await askedIn(thread);
		await Promise.all([thread.as('admin').press(asked, 0), thread.as('admin').press(asked, 1)]);
		await waitFor(() => has(thread.as('admin').toldApart(), 'no longer open'), 'that it is not open');
		await waitFor(() => has(thread.seen(), 'hared'), 'what was decided');
		const decided = thread.seen().filter((text) => /^(Shared|Not shared): /.test(text));
		expect(decided).toHaveLength(1);
	});

	it('is decided after a restart as before it', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const { asked, thread } = await (async () => {
			await using stage = await openWithTool(place, dir.path, scriptedModel([hello]));
			return { asked: await askedIn(stage.thread), thread: stage.thread };
		})();
		await using stage = await openStage(place, { home: dir.path, brain: scriptedModel([]) });
		expect(thread.questions()).toEqual([asked]);
		await thread.as('admin').press(asked, 0);
		await isShared(thread);
		expect(thread.questions()).toEqual([]);
		const { tools } = await stage.bench.sessions.catalog(place.catalog);
		expect(await tools.current('numbers/double_number')).toBe(1);
	});

	it('is decided at once while a turn runs, which goes on', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const brain = scriptedModel([hello, { text: 'Busy ', hangs: true }]);
		await using stage = await openWithTool(place, dir.path, brain);
		const { thread } = stage;
		const asked = await askedIn(thread);
		await thread.as('admin').say('go');
		await waitFor(() => thread.isAtWork(), 'the turn');
		await thread.as('admin').press(asked, 0);
		await isShared(thread);
		await waitFor(() => thread.questions().length === 0, 'the end of the buttons');
		expect(thread.isAtWork()).toBe(true);
	});

	it('lets other threads of the workspace find and use it, and those of another one not', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const find = { calls: [{ name: 'find_tools', args: {} }] };
		const use = { calls: [{ name: 'use_tool', args: { name: 'double_number', input: { n: 21 } } }] };
		const brain = scriptedModel([hello, find, use, { text: 'Used.' }, find, { text: 'None.' }]);
		await using stage = await openWithTool(place, dir.path, brain);
		const { thread } = stage;
		await thread.as('admin').press(await askedIn(thread), 0);
		await isShared(thread);
		const lastResult = () => brain.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool')?.text;
		const beside = place.thread();
		await beside.as('member').say('double 21');
		await waitFor(() => has(beside.seen(), 'Used.'), 'the other thread');
		expect(brain.requests[2]?.messages.at(-1)?.text).toBe('numbers: double_number (shared)');
		expect(lastResult()).toBe('{"twice":42}');
		const elsewhere = place.thread('other');
		await elsewhere.as('member').say('double 21');
		await waitFor(() => has(elsewhere.seen(), 'None.'), 'the other workspace');
		expect(lastResult()).toBe(`Forged tools: ${noToolsHere}. forge_tool makes one.`);
	});
});

it.each([
	['Slack', slackPlace, 'Share numbers/double_number with everyone'],
	['Discord', discordPlace, 'a direct conversation of Discord has no catalog'],
])('sharing a tool in a direct conversation of %s', async (_, open, said) => {
	await using place = await open();
	await using dir = await tempDir();
	await using stage = await openStage(place, { home: dir.path, brain: scriptedModel([hello]) });
	const direct = place.direct();
	await direct.as('admin').say('hello');
	await waitFor(() => has(direct.seen(), 'Hello.'), 'the answer');
	await keepTool(await stage.folder(), {}, { use: { ...unused, calls: 1 } });
	await direct.as('admin').command('tools share double_number');
	await waitFor(() => has([...direct.seen(), ...direct.as('admin').toldApart()], said), said);
	await waitFor(() => !has(direct.as('admin').toldApart(), thinking), 'an end of the waiting');
});
