import { setTimeout as sleep } from 'node:timers/promises';
import { eventScopes } from '../options.ts';
import { type Json, newId, teamOf, type World } from '../world.ts';

export type DeliveryKind = 'events_api' | 'interactive' | 'slash_commands';

/** One try to hand something to the app. */
export interface Attempt {
	readonly at: number;
	/** Why it failed; undefined when it was acknowledged. */
	readonly failure: string | undefined;
}

/** Something that was handed to the app, or is being so. */
export interface Delivery {
	readonly kind: DeliveryKind;
	/** The event's or the interaction's type; a command's name. */
	readonly type: string;
	readonly payload: Json;
	readonly attempts: readonly Attempt[];
	readonly acknowledged: boolean;
	/** The body of the acknowledgement. */
	readonly body: unknown;
}

/** An event, before it is wrapped. */
export interface SlackEvent {
	/** As one subscribes to it: `message.channels`, `app_mention`. */
	readonly subscription: string;
	readonly event: Json;
	/** The workspace of the installation that gets it. */
	readonly team: string;
	/** The workspace where it happened, when that is another. */
	readonly fromTeam?: string;
	readonly extShared?: boolean;
}

/** Resolves when the app has acknowledged or all tries have failed; with undefined when the app does not get such events. */
export type Emit = (event: SlackEvent) => Promise<Delivery | undefined>;

export interface Trial {
	readonly kind: DeliveryKind;
	readonly payload: Json;
	readonly retry: { readonly num: number; readonly reason: string };
}

export type TrialOutcome =
	| { readonly ok: true; readonly body: unknown }
	| { readonly ok: false; readonly reason: string; readonly giveUp?: boolean };

/** How payloads get to the app. Never rejects. */
export type Transport = (trial: Trial) => Promise<TrialOutcome>;

export interface Deliveries {
	readonly log: readonly Delivery[];
	readonly emit: Emit;
	/** Hands over once: interactions and commands are not repeated. */
	hand(kind: 'interactive' | 'slash_commands', type: string, payload: Json): Promise<Delivery>;
	/** Delivers an event once more, as if its acknowledgement was lost. */
	repeat(delivery: Delivery): Promise<void>;
}

type Growing = { -readonly [K in keyof Delivery]: Delivery[K] } & { attempts: Attempt[] };

/** Deliveries by the transport that is set at the moment; `signal` ends what waits for its next try. */
export function createDeliveries(world: World, transport: () => Transport, signal: AbortSignal): Deliveries {
	const log: Growing[] = [];
	const begin = (kind: DeliveryKind, type: string, payload: Json): Growing => {
		const delivery: Growing = { kind, type, payload, attempts: [], acknowledged: false, body: undefined };
		log.push(delivery);
		return delivery;
	};
	const attempt = async (delivery: Growing, retry: Trial['retry']): Promise<TrialOutcome> => {
		const at = world.clock.now();
		const outcome = await transport()({ kind: delivery.kind, payload: delivery.payload, retry });
		delivery.attempts.push({ at, failure: outcome.ok ? undefined : outcome.reason });
		if (outcome.ok) Object.assign(delivery, { acknowledged: true, body: outcome.body });
		return outcome;
	};
	const insist = async (delivery: Growing): Promise<Delivery> => {
		let outcome = await attempt(delivery, { num: 0, reason: '' });
		for (const [index, ms] of world.options.retryMs.entries()) {
			if (outcome.ok || outcome.giveUp || !(await pause(ms, signal))) break;
			outcome = await attempt(delivery, { num: index + 1, reason: outcome.reason });
		}
		return delivery;
	};
	return {
		log,
		async emit(event) {
			if (signal.aborted || !isSubscribed(world, event)) return undefined;
			return insist(begin('events_api', String(event.event['type']), wrap(world, event)));
		},
		async hand(kind, type, payload) {
			const delivery = begin(kind, type, payload);
			await attempt(delivery, { num: 0, reason: '' });
			return delivery;
		},
		async repeat(delivery) {
			const again = begin(delivery.kind, delivery.type, delivery.payload);
			await attempt(again, { num: 1, reason: 'timeout' });
		},
	};
}

/** Answers whether the time went by. */
async function pause(ms: number, signal: AbortSignal): Promise<boolean> {
	return sleep(ms, true, { signal, ref: false }).catch(() => false);
}

function isSubscribed({ options, teams }: World, { subscription, team }: SlackEvent): boolean {
	const needed = eventScopes[subscription];
	const { installed, scopes } = teams.get(team) ?? { installed: false, scopes: new Set() };
	const granted = needed === undefined || scopes.has(needed);
	const reachable = installed || subscription === 'app_uninstalled' || subscription === 'tokens_revoked';
	return options.events.includes(subscription) && granted && reachable;
}

function wrap(world: World, { event, team, fromTeam, extShared = false }: SlackEvent): Json {
	const eventId = newId(world, 'Ev');
	return {
		token: 'verification',
		team_id: fromTeam ?? team,
		context_team_id: team,
		context_enterprise_id: null,
		api_app_id: appId,
		event,
		type: 'event_callback',
		event_id: eventId,
		event_time: Math.floor(world.clock.now() / 1000),
		authorizations: [
			{
				enterprise_id: null,
				team_id: team,
				user_id: teamOf(world, team).botUser,
				is_bot: true,
				is_enterprise_install: false,
			},
		],
		is_ext_shared_channel: extShared,
		event_context: `4-${eventId}`,
	};
}

export const appId = 'A00001';
