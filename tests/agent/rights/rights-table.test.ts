import { describe, expect, it } from 'vitest';
import { readRecord } from '../../../src/agent/session/session-record.ts';
import { inboundSchema } from '../../../src/chat/inbound.ts';
import { freeDecisions } from '../../../src/chat/question.ts';
import type { Thread } from '../../../src/chat/thread.ts';
import { command } from '../../support/commands.ts';
import { scriptedModel } from '../../support/scripted-model.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { inbound, message, openWorkbench } from '../../support/workbench.ts';
import { namesIn, offersValues } from '../commands/syntax/real-commands.ts';
import { type Act, ownActs, says } from './own-acts.ts';
import { rights } from './rights-rows.ts';
import {
	channelInstructions,
	commandsIn,
	everybody,
	memoryId,
	openScene,
	readChannel,
	type Scene,
	type SceneOptions,
	type Who,
	waitingKey,
} from './scene.ts';

const beside: Thread = { platform: 'slack', id: 'T1-C1-2.2' };
const answers = (value: string, on: SceneOptions): Act => ({
	on,
	tried: async (scene, who) => {
		await scene.act(who, inbound('answer', { question: (await scene.question()).id, value }));
		return (await scene.question()).state === 'answered';
	},
});
/** Done when those of the session's channel are others. */
const instructs = (line: string): Act => ({
	tried: async (scene, who) => {
		await scene.act(who, command(line));
		return (await readChannel(scene.bench)) !== channelInstructions;
	},
});
const isInBrain = ({ brain }: Scene, words: string) =>
	JSON.stringify(brain.requests.at(-1)?.messages ?? []).includes(words);
const boundHere = ({ bench }: Scene) => bench.store.bindings.sessionOf({ platform: 'slack', id: 'T1-C1-1.1' });
const isStopped = async ({ bench, session, question }: Scene) =>
	(await question()).state === 'withdrawn' && (await bench.store.inbox.waiting(session)).length === 0;
const waits = async ({ bench, session }: Scene) =>
	(await bench.store.inbox.waiting(session)).find(({ key }) => key === waitingKey);

const acts: Readonly<Record<string, Act>> = {
	'command help': says('/help', /List the commands/),
	'command forget-me': says('/forget-me', /forget you|nothing of you/),
	'command status': says('/status', /secret plan/),
	'command files': says('/files', /secret\.csv/),
	'command tools': says('/tools', /double_number/),
	'command tools list': says('/tools list', /double_number/),
	'command tools show': says('/tools show double_number', /Doubles a number/),
	'command tools versions': says('/tools versions double_number', /in use/),
	'command tools rollback': says('/tools rollback double_number 1', /from version 2 to version 1/),
	'command tools drop': says('/tools drop double_number 1', /There is no test 1/),
	'command tools share': says('/tools share double_number', /question: /),
	'command memory': says('/memory', /launch is in May/),
	'command memory list': says('/memory list', /launch is in May/),
	'command memory show': says(`/memory show ${memoryId}`, /launch is in May/),
	'command memory forget': says(`/memory forget ${memoryId}`, /Forgotten/),
	'command memory edit': says(`/memory edit ${memoryId} It is in June`, /Changed/),
	'command instructions': says('/instructions', /Answer in French/),
	'command instructions show': says('/instructions show channel', /Answer in French/),
	'command instructions set': instructs('/instructions set channel Be brief'),
	'command instructions clear': instructs('/instructions clear channel'),
	'inbound command': says('/status', /secret plan/),
	'command stop': {
		on: { state: 'asks everyone' },
		tried: async (scene, who) => {
			await scene.act(who, command('/stop'));
			return await isStopped(scene);
		},
	},
	'command steer': {
		tried: async (scene, who) => {
			await scene.act(who, command('/steer to the left'));
			return isInBrain(scene, 'to the left') && isInBrain(scene, 'secret plan');
		},
	},
	'command clear': {
		tried: async (scene, who) => {
			await scene.act(who, command('/clear'));
			const { journal } = await scene.bench.sessions.open(scene.session);
			return (await journal.after(0)).some(({ step }) => step.type === 'cleared');
		},
	},
	'command undo': says('/undo', /nothing to bring back/),
	'command compact': says('/compact undo', /no summary to take back/),
	'command retry': says('/retry', /Again: /),
	'command timezone': says('/timezone Asia/Tokyo', /For you it is/),
	'command usage': says('/usage session', /This session.* 20 tokens in/),
	'command notify': says('/notify off', /You are not mentioned/),
	'command model': says('/model default', /thinks here from now on/),
	'command listen': {
		tried: async (scene, who) => {
			await scene.act(who, command('/listen all'));
			const { sessions, places } = scene.bench;
			return (await readRecord(await sessions.open(scene.session), places))?.listen === 'all';
		},
	},
	'command mode': {
		tried: async (scene, who) => {
			await scene.act(who, command('/mode steer'));
			const { sessions, places } = scene.bench;
			return (await readRecord(await sessions.open(scene.session), places))?.mode === 'steer';
		},
	},
	'command new': {
		tried: async (scene, who) => {
			await scene.act(who, command('/new'));
			return (await boundHere(scene)) !== scene.session;
		},
	},
	'command load': {
		tried: async (scene, who) => {
			const isHere = !/elsewhere|operator/.test(who);
			await scene.act(who, command(`/load ${scene.session}`), isHere ? { thread: beside, audience: 'public' } : {});
			return /Loaded|secret plan/.test(scene.news());
		},
	},
	'inbound message': {
		tried: async (scene, who) => {
			await scene.act(who, message('what was said?'));
			return isInBrain(scene, 'what was said?') && isInBrain(scene, 'secret plan');
		},
	},
	'inbound steer': {
		on: { state: 'busy' },
		tried: async (scene, who) => {
			await scene.act(who, inbound('steer', { of: waitingKey }));
			const step = scene.brain.requests.length;
			await scene.goOn();
			return JSON.stringify(scene.brain.requests[step]?.messages).includes('waiting words');
		},
	},
	'inbound edit': {
		on: { state: 'busy' },
		tried: async (scene, who) => {
			await scene.act(who, inbound('edit', { of: waitingKey, text: 'other words' }));
			return JSON.stringify(await waits(scene)).includes('other words');
		},
	},
	'inbound delete': {
		on: { state: 'busy' },
		tried: async (scene, who) => {
			await scene.act(who, inbound('delete', { of: waitingKey }));
			return (await waits(scene)) === undefined;
		},
	},
	'delete of the request that runs': {
		on: { state: 'busy' },
		tried: async (scene, who) => {
			const taken = scene.bench.platform.events.findLast((event) => event.type === 'taken');
			await scene.act(who, inbound('delete', { of: taken?.of[0] ?? '' }));
			await scene.goOn();
			return scene.news().includes('ended stopped');
		},
	},
	'inbound answer': answers('yes', { state: 'asks everyone' }),
	'inbound stop': {
		on: { state: 'asks everyone' },
		tried: async (scene, who) => {
			await scene.act(who, inbound('stop', {}));
			return await isStopped(scene);
		},
	},
	'inbound opened': {
		tried: async (scene, who) => {
			await scene.act(who, inbound('opened', {}));
			// It changes nothing: it may be done where nothing is denied, and tells nothing.
			return !/You may not|secret/.test(scene.news());
		},
	},
	'inbound feedback': {
		tried: async (scene, who) => {
			await scene.act(who, inbound('feedback', { turn: 't1', value: 'good' }));
			return (await scene.bench.store.records.list('feedback', scene.session, inboundSchema)).length > 0;
		},
	},
	...ownActs,
	'completion of forget-me': { tried: async (scene, who) => (await scene.complete(who, 'forget-me', '')).length === 1 },
	'completion of load': {
		tried: async (scene, who) => (await scene.complete(who, 'load', '')).includes(scene.session),
	},
	'completion of mode': { tried: async (scene, who) => (await scene.complete(who, 'mode', '')).length === 2 },
	'completion of model': { tried: async (scene, who) => (await scene.complete(who, 'model', '')).length === 2 },
	'completion of listen': { tried: async (scene, who) => (await scene.complete(who, 'listen', 'a')).length === 2 },
	'completion of usage': { tried: async (scene, who) => (await scene.complete(who, 'usage', '')).length === 4 },
	'completion of notify': { tried: async (scene, who) => (await scene.complete(who, 'notify', '')).length === 2 },
	'completion of timezone': { tried: async (scene, who) => (await scene.complete(who, 'timezone', 'UT')).length > 0 },
	'completion of instructions': {
		tried: async (scene, who) => (await scene.complete(who, 'instructions', 'set ')).length === 3,
	},
	'completion of memory': { tried: async (scene, who) => (await scene.complete(who, 'memory', 'show m')).length > 0 },
	'completion of tools': { tried: async (scene, who) => (await scene.complete(who, 'tools', 'show d')).length > 0 },
	'question to everyone': answers('yes', { state: 'asks everyone' }),
	'question to one': answers('Share it', { state: 'asks to share', named: ['slack:T1/UP'] }),
	'question to an admin': answers('yes', { state: 'asks an admin' }),
	'question about budget': answers('Raise it to 540 tokens', { state: 'asks to raise' }),
	'question about share': answers('Share it', { state: 'asks to share' }),
	overview: { tried: async (scene, who) => (await scene.overview(who)).includes(scene.session) },
};

/** What the core itself says that there is. */
async function everything(): Promise<readonly string[]> {
	await using dir = await tempDir();
	const brain = scriptedModel([]);
	await using bench = openWorkbench({ home: dir.path, brain });
	const commands = commandsIn(bench, brain);
	return [
		...commands.flatMap(namesIn).map((name) => `command ${name}`),
		...inboundSchema.options.map(({ shape }) => `inbound ${shape.type.value}`),
		...commands.filter(offersValues).map(({ name }) => `completion of ${name}`),
		...['everyone', 'one', 'an admin'].map((whom) => `question to ${whom}`),
		...freeDecisions.map((kind) => `question about ${kind}`),
		'delete of the request that runs',
		'overview',
	];
}

describe('the table of rights', () => {
	it('has a row, and a way to try it, for everything that the core knows', async () => {
		const all = (await everything()).toSorted();
		expect(Object.keys(rights).toSorted()).toEqual(all);
		expect(Object.keys(acts).toSorted()).toEqual(all);
	});

	it.each(Object.entries(rights))(
		'holds for %s',
		async (what, row) => {
			const { on, tried } = acts[what] ?? { tried: async () => false };
			const expected = row.replace(' ', '').split('');
			const mark = async (who: Who) => {
				await using scene = await openScene(on);
				return (await tried(scene, who)) ? '+' : '-';
			};
			const seen = await Promise.all(everybody.map(mark));
			const named = (marks: readonly string[]) => everybody.map((who, at) => `${marks[at]} ${who}`);
			expect(named(seen)).toEqual(named(expected));
		},
		60_000,
	);
});
