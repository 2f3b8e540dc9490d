import type { ChatRequest, ScriptedReply, ScriptFunction } from '../../../src/demo/model-server/script.ts';
import { saidIn } from '../conversation.ts';
import { soakScript } from '../soak-script.ts';
import type { Phase, Round } from './outage-plan.ts';

/** When the trouble of a round is to begin, and that it has. */
export interface Curtain {
	readonly round: Round;
	/** Resolves when a turn of the round is where its phase says. */
	readonly reached: Promise<void>;
	/** Lets go what waits for the trouble. */
	fallen(): void;
}

/** The scripted model of a soak with outages: it tells where the turns are, and holds back answers that are to be due in an outage. */
export interface Stage {
	readonly script: ScriptFunction;
	readonly curtains: readonly Curtain[];
}

interface Scene extends Curtain {
	readonly begin: () => void;
	readonly inForce: Promise<void>;
}

/** Milliseconds after which a call runs, or an answer is in the middle of its stream. */
const midwayMs = 500;

export function createStage(rounds: readonly Round[]): Stage {
	const scenes = rounds.map(sceneOf);
	const byNumber = new Map(scenes.flatMap((scene) => scene.round.messages.map(({ number }) => [number, scene])));
	return {
		curtains: scenes,
		script: async (request, nth, signal) => {
			const reply = await soakScript(request, nth, signal);
			const scene = byNumber.get(newestIn(request));
			return scene ? played(scene, reply) : reply;
		},
	};
}

function sceneOf(round: Round): Scene {
	const reached = Promise.withResolvers<void>();
	const inForce = Promise.withResolvers<void>();
	return {
		round,
		reached: reached.promise,
		begin: reached.resolve,
		fallen: inForce.resolve,
		inForce: inForce.promise,
	};
}

function newestIn({ messages }: ChatRequest): number {
	const said = messages.flatMap(({ role, content }) => (role === 'user' ? saidIn(content ?? '') : []));
	return said.at(-1)?.number ?? -1;
}

function played({ round, begin, inForce }: Scene, reply: ScriptedReply): ScriptedReply {
	const isFinal = reply.calls === undefined;
	const begins: Readonly<Record<Phase, () => ScriptedReply>> = {
		'said-meanwhile': () => reply,
		taken: () => reply,
		thinking: () => {
			begin();
			return { ...reply, delayMs: midwayMs * 2 };
		},
		streaming: () => later(begin, reply),
		tool: () => (isFinal ? reply : later(begin, reply)),
		answer: () => held(),
		file: () => (isFinal ? held() : reply),
	};
	return begins[round.phase]();

	/** Due when the outage is in force. */
	function held(): ScriptedReply {
		begin();
		return { ...reply, after: inForce };
	}
}

function later(begin: () => void, reply: ScriptedReply): ScriptedReply {
	setTimeout(begin, midwayMs);
	return reply;
}
