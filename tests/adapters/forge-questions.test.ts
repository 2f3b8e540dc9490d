import { describe, expect, it } from 'vitest';
import type { Model } from '../../src/agent/model/model.ts';
import type { PackageLock, Packages } from '../../src/sandbox/sandbox.ts';
import { codeOf, coderOf, fakeCheck, fakeTry, rawSpec } from '../agent/forge/specs.ts';
import { noPackages } from '../support/fake-packages.ts';
import { createFakeSandboxes } from '../support/fake-sandboxes.ts';
import { type ScriptedReply, scriptedModel } from '../support/scripted-model.ts';
import { tempDir } from '../support/temp-dir.ts';
import { waitFor } from '../support/wait-for.ts';
import { discordPlace } from './discord/discord-place.ts';
import { type Asked, has, openStage, type Place, type PlaceThread } from './forge-place.ts';
import { slackPlace } from './slack/slack-place.ts';

const lock: PackageLock = {
	hash: '0123456789abcdef0123456789abcdef',
	text: 'oddpackage==1.0 --hash=sha256:aa\n',
	packages: [{ name: 'oddpackage', version: '1.0', uploadedAt: '2020-01-01T00:00:00Z' }],
};
const packages: Packages = {
	...noPackages,
	resolve: async () => ({ kind: 'locked', lock }),
	install: async () => ({ kind: 'installed' }),
};
const odd = codeOf('import oddpackage\n', ['oddpackage']);
const asks: ScriptedReply = { text: 'I make a tool.', calls: [{ name: 'forge_tool', args: rawSpec }] };
const made: ScriptedReply = { text: 'It is made.' };

interface Models {
	readonly brain: Model;
	readonly coder: Model;
}

/** The core on a platform, with a forge whose sandbox is a fake. */
async function openForge(place: Place, home: string, models: Models) {
	const sandboxes = createFakeSandboxes({ tools: { check_tool: fakeCheck, try_tool: fakeTry() }, packages });
	const stage = await openStage(place, { home, sandboxes, ...models });
	return { ...stage, sandboxes, ofPackages: () => sandboxes.calls.filter(({ tool }) => tool.startsWith('packages.')) };
}

async function askedIn(thread: PlaceThread): Promise<Asked> {
	await thread.as('admin').say('make it');
	const asked = await waitFor(() => thread.questions()[0], 'the question');
	expect(asked.text).toContain('oddpackage');
	await expectQuiet(thread);
	return asked;
}

/** Nothing looks as if it ran. */
async function expectQuiet(thread: PlaceThread): Promise<void> {
	await waitFor(() => !thread.isAtWork(), 'the end of the work');
	await waitFor(() => !has(thread.seen(), '⋯'), 'no line of a call that runs');
}

/** The lines of the forging call, as marks. */
function marksOf(thread: PlaceThread): string[] {
	const lines = thread.seen().flatMap((text) => text.split('\n'));
	return lines.flatMap((line) => /([✓✗⋯❔]) \*+forge_tool/u.exec(line)?.[1] ?? []);
}

describe.each([
	['Slack', slackPlace],
	['Discord', discordPlace],
])('a forge that needs a package, in %s', (_, open) => {
	it('waits for an admin’s yes, which a member cannot give, and is finished', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const brain = scriptedModel([asks, made]);
		await using forge = await openForge(place, dir.path, { brain, coder: coderOf([odd]) });
		const thread = place.thread();
		const asked = await askedIn(thread);
		await expect.poll(() => marksOf(thread)).toEqual(['❔']);
		await thread.as('member').press(asked, 0);
		await waitFor(() => has(thread.as('member').toldApart(), 'for an admin'), 'the refusal');
		expect([forge.ofPackages(), thread.questions()]).toEqual([[], [asked]]);
		await thread.as('admin').press(asked, 0);
		await waitFor(() => has(thread.seen(), made.text ?? ''), 'the answer');
		await expectQuiet(thread);
		// In the session's sandbox, and in that of the tests.
		const calls = ['packages.resolve', 'packages.install', 'packages.install'];
		expect(forge.ofPackages().map(({ tool }) => tool)).toEqual(calls);
		expect(brain.requests[1]?.messages.at(-1)?.text).toContain('"made":"numbers/sum_numbers"');
		expect(has(thread.seen(), '☑ Ada answered: Install')).toBe(true);
		await expect.poll(() => marksOf(thread)).toEqual(['❔', '✓']);
		expect(thread.questions()).toEqual([]);
	});

	it('goes on after a restart between the question and the click', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const thread = place.thread();
		const asked = await (async () => {
			await using _forge = await openForge(place, dir.path, { brain: scriptedModel([asks]), coder: coderOf([odd]) });
			return await askedIn(thread);
		})();
		const brain = scriptedModel([made]);
		await using forge = await openForge(place, dir.path, { brain, coder: coderOf([]) });
		await forge.bench.dispatch.settled();
		expect([brain.requests, thread.questions()]).toEqual([[], [asked]]);
		await thread.as('admin').press(asked, 0);
		await waitFor(() => has(thread.seen(), made.text ?? ''), 'the answer');
		await expectQuiet(thread);
		expect(brain.requests[0]?.messages.at(-1)?.text).toContain('"made":"numbers/sum_numbers"');
		await expect.poll(() => marksOf(thread)).toEqual(['❔', '✓']);
		expect(thread.questions()).toEqual([]);
	});

	it('is given up at an admin’s no, with nothing asked of the index', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'It cannot be made.' }]);
		await using forge = await openForge(place, dir.path, { brain, coder: coderOf([odd]) });
		const thread = place.thread();
		await thread.as('admin').press(await askedIn(thread), 1);
		await waitFor(() => has(thread.seen(), 'It cannot be made.'), 'the answer');
		await expectQuiet(thread);
		await expect.poll(() => marksOf(thread)).toEqual(['❔', '✗']);
		expect(forge.ofPackages()).toEqual([]);
	});

	it('is not made when somebody writes something else instead', async () => {
		await using place = await open();
		await using dir = await tempDir();
		const brain = scriptedModel([asks, { text: 'Never mind.' }]);
		await using _forge = await openForge(place, dir.path, { brain, coder: coderOf([odd]) });
		const thread = place.thread();
		await askedIn(thread);
		await thread.as('admin').say('no, leave it');
		await waitFor(() => has(thread.seen(), 'Never mind.'), 'the answer');
		await expectQuiet(thread);
		await expect.poll(() => marksOf(thread)).toEqual(['❔', '✗']);
		expect(thread.questions()).toEqual([]);
	});
});
