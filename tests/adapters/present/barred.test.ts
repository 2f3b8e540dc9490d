import fc from 'fast-check';
import { expect, it } from 'vitest';
import { cutOf } from '../../../src/adapters/present/answer-form.ts';
import { type Ground, type Live, noMarks, noSigns, type ShowScene } from '../../../src/adapters/present/ground.ts';
import type { Look } from '../../../src/adapters/present/look.ts';
import { createPresenter } from '../../../src/adapters/present/present-turn.ts';
import type { Surface, Unsaid } from '../../../src/adapters/present/surface.ts';
import { systemClock } from '../../../src/base/clock.ts';
import { silentLogger } from '../../../src/base/log.ts';
import type { AgentEvent } from '../../../src/chat/events.ts';
import { createMemoryOutbox } from '../memory-outbox.ts';
import { logThread } from './text-log.ts';
import { turnEvents } from './turn-events.ts';

const gone = new Error('The thread is gone');

/** A thread that takes so many requests and then nothing more; what it was asked for, and what was said elsewhere. */
interface Place {
	readonly ground: (scene: ShowScene) => Ground<string>;
	readonly said: Unsaid[];
	/** Whether the presenter knew already that it takes nothing, at each request. */
	readonly known: boolean[];
}

function createPlace(takes: number): Place {
	const said: Unsaid[] = [];
	const known: boolean[] = [];
	const ground = (scene: ShowScene): Ground<string> => {
		const request = async (): Promise<string> => {
			known.push(scene.progress.now().barred !== undefined);
			if (known.length > takes) throw gone;
			return String(known.length);
		};
		return {
			...{ surface: surfaceOf(request), live: liveOf(request), signs: noSigns, marks: noMarks, nowhere: 'none' },
			voice: { toOne: request },
			nextBest: {
				isBarred: (error) => error === gone,
				say: async (unsaid) => void said.push(unsaid),
				end: async () => {},
			},
		};
	};
	return { ground, said, known };
}

function surfaceOf(request: () => Promise<string>): Surface<string> {
	return {
		post: request,
		edit: async () => void (await request()),
		remove: async () => void (await request()),
		find: async () => undefined,
		async upload({ files }) {
			await request();
			return files.map((file) => ({ outcome: 'delivered', file }));
		},
	};
}

/** Each line is a request. */
function liveOf(request: () => Promise<string>): Live {
	return {
		say: () => {},
		put: async () => void (await request()),
		makeWay: async () => {},
		settle: async (end) => void (end.kind === 'beside' && (await end.post())),
		finish: async () => {},
	};
}

const pieces = (text: string) => ({ messages: [text], cut: cutOf([text]) });

const look: Look<string> = {
	...{ longestPart: 2000, notesOne: true, trustsFormer: true },
	answer: async (text) => ({ kind: 'messages', ...pieces(text) }),
	withFeedback: (message) => message,
	part: async (text) => pieces(text),
	words: async (text) => [text],
	question: async ({ text }) => text,
	closedQuestion: async (_question, why) => why,
	lines: (sentences) => sentences.map(({ key, text }) => ({ keys: [key], message: text })),
	ended: ({ outcome }) => outcome,
};

async function present(events: readonly AgentEvent[], { ground }: Place): Promise<void> {
	const { show } = createPresenter({
		...{ look, outbox: createMemoryOutbox(), clock: systemClock, log: silentLogger },
		openArtifact: async function* () {},
		enter: async (scene) => ground(scene),
		isRefusal: () => false,
		signal: new AbortController().signal,
	});
	const stream = async function* (): AsyncGenerator<AgentEvent> {
		yield { type: 'turn-started', session: 's', turn: 't' };
		yield* events;
	};
	await show(logThread, stream(), []);
}

/** Answers, questions and notices are worth saying elsewhere. */
function isWorthSaying(event: AgentEvent): boolean {
	return event.type === 'question' || event.type === 'notice' || (event.type === 'message' && event.final);
}

it('asks a thread for nothing once it takes nothing, and says elsewhere what people would miss, once each', async () => {
	await fc.assert(
		fc.asyncProperty(turnEvents, fc.nat({ max: 8 }), async (events, takes) => {
			const place = createPlace(takes);
			await present(events, place);
			expect(place.known).not.toContain(true);
			const keys = place.said.map(({ key }) => key);
			expect(new Set(keys).size).toBe(keys.length);
			if (takes > 0) return;
			const missed = events.filter(isWorthSaying).flatMap((event) => ('key' in event ? [event.key] : []));
			expect(keys.filter((key) => key !== 't/end')).toEqual(missed);
		}),
	);
});

it('names a file once that was to be handed over when the thread took nothing any more', async () => {
	const place = createPlace(1);
	const file: AgentEvent = { type: 'artifact', key: 'a', name: 'a.txt', size: 1, sha256: '' };
	const events: readonly AgentEvent[] = [
		{ type: 'message', key: 'm', step: 1, text: 'Done.', final: true },
		{ type: 'notice', key: 'n', text: 'Something beside it' },
		file,
		{ type: 'text', step: 2, delta: 'more' },
		{ type: 'turn-ended', key: 't/end', turn: 't', outcome: 'done' },
	];
	await present(events, place);
	expect(place.said.at(-1)?.words).toBe('Not handed over: "a.txt"');
	expect(place.said.map(({ key }) => key)).toEqual(['n', 't/end']);
});
