import { readRepos } from '../../../src/agent/repo/state/book.ts';
import type { Question } from '../../../src/chat/question.ts';
import { createFakeSandboxes } from '../../support/fake-sandboxes.ts';
import { recordingPlatform } from '../../support/recording-platform.ts';
import { createFakeGuest } from '../../support/repo/fake-guest.ts';
import { type Mishap, noMishap } from '../../support/repo/fake-world.ts';
import { fakeRepoParts } from '../../support/repo/open-repo-work.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench, sessionId } from '../../support/workbench.ts';
import type { WorkbenchOptions } from '../../support/workbench-options.ts';

export const opens = { name: 'open_repository', args: { repository: 'acme/app' } };
export const proposes = {
	name: 'propose_changes',
	args: { repository: 'acme/app', title: 'Mend the login', description: 'It *let nobody in*.' },
};

type Given = NonNullable<Parameters<typeof fakeRepoParts>[0]> & { readonly bench?: Partial<WorkbenchOptions> };

/** A workbench with one repository. `replies`: of the Brain; an edit of the files is a call of `bash`. */
export async function openRepos(replies: Parameters<typeof scriptedModel>[0], given: Given = {}) {
	const dir = await tempDir();
	const parts = fakeRepoParts(given);
	const guest = createFakeGuest(parts.world);
	const brain = scriptedModel(replies);
	const platform = recordingPlatform();
	const sandboxes = createFakeSandboxes({
		open: guest.open,
		tools: {
			bash: (args) => {
				guest.folders.set('app', String(args['command']));
				return { ok: true, text: 'exit code 0' };
			},
		},
	});
	const bench = openWorkbench({
		home: dir.path,
		brain,
		platform,
		sandboxes,
		repos: (on) => parts.on(on),
		...given.bench,
	});
	const folder = await bench.sessions.open(sessionId);
	const questions = (): Question[] =>
		platform.events.flatMap((event) => (event.type === 'question' ? [event.question] : []));
	return {
		...parts,
		...{ bench, brain, platform, guest, folder, questions },
		repos: () => readRepos(folder),
		answer: (value: string | null) => bench.say(inbound('answer', { question: questions().at(-1)?.id ?? '', value })),
		/** The newest result that the Brain was handed. */
		result: () => brain.requests.at(-1)?.messages.findLast(({ role }) => role === 'tool'),
		say: (text = 'mend it') => bench.say(message(text)),
		async [Symbol.asyncDispose]() {
			await bench[Symbol.asyncDispose]();
			await dir[Symbol.asyncDispose]();
		},
	};
}

/** Opens, edits and proposes; the Brain's last words follow the answer. */
export const wholeWay = [
	{ calls: [opens] },
	{ calls: [{ name: 'bash', args: { command: 'mended' } }] },
	{ calls: [proposes] },
	{ text: 'Done.' },
];

/** A mishap at the first time of one deed. */
export function once(deed: Parameters<Mishap>[0], when: Parameters<Mishap>[1], why: string): Mishap {
	let isOver = false;
	return (done, at) => {
		if (isOver || done !== deed || at !== when) return noMishap(done, at);
		isOver = true;
		return why;
	};
}
