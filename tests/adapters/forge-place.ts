import type { Adapter } from '../../src/adapters/adapter.ts';
import type { Coding } from '../../src/agent/coding/coding.ts';
import type { Command } from '../../src/agent/commands/command.ts';
import { denialOf } from '../../src/agent/dispatch/rights.ts';
import type { Model } from '../../src/agent/model/model.ts';
import type { Clock } from '../../src/base/clock.ts';
import type { OpenArtifact } from '../../src/chat/events.ts';
import type { DenialOf } from '../../src/chat/inbound.ts';
import { createRoles, type RoleRules } from '../../src/chat/people.ts';
import { places } from '../../src/platforms.ts';
import { routeByPlatform } from '../../src/route-by-platform.ts';
import type { Sandboxes } from '../../src/sandbox/sandbox.ts';
import type { SessionFolder, Store } from '../../src/store/store.ts';
import { openWorkbench, type Workbench } from '../support/workbench.ts';
import { artifactsIn } from './artifacts-from.ts';

/** `stranger`: no member, who sees what is said in a channel that is shared. */
export type Somebody = 'admin' | 'member' | 'stranger';

/** A person in one thread of a platform. */
export interface Voice {
	/** Says something to the bot; later words go to the same thread. */
	say(words: string): Promise<void>;
	/** Gives a command the way it is given here. */
	command(words: string): Promise<void>;
	/** Presses a button of a question that was seen. */
	press(asked: Asked, choice: 0 | 1): Promise<void>;
	/** What they alone were told. */
	toldApart(): readonly string[];
}

/** What somebody is told apart while the answer to their command is not there. */
export const thinking = 'is thinking …';

/** A question as everyone sees it. */
export interface Asked {
	readonly id: string;
	/** By which its buttons are pressed. */
	readonly buttons: readonly string[];
	readonly text: string;
}

/** One thread of a platform, begun by the first words. */
export interface PlaceThread {
	as(who: Somebody): Voice;
	/** What everyone sees of the bot, in order. */
	seen(): readonly string[];
	/** Those with buttons to press. */
	questions(): readonly Asked[];
	/** Files of the bot that everyone sees, in order. */
	files(): readonly { readonly name: string; readonly text: string }[];
	/** Whether people see that a turn runs. */
	isAtWork(): boolean;
}

/** What an adapter is connected to. */
export interface Kept {
	readonly store: Store;
	readonly commands: readonly Command[];
	readonly home: string;
	readonly denialOf: DenialOf;
	readonly openArtifact: OpenArtifact;
	readonly clock?: Clock;
}

/** A platform with an admin and a member. */
export interface Place extends AsyncDisposable {
	/** The rule that makes the admin one. */
	readonly admins: readonly string[];
	/** One that lets in the admin and the member, and no stranger. */
	readonly members: readonly string[];
	/** Of the first workspace. */
	readonly catalog: string;
	connect(kept: Kept): Adapter;
	/** Every request fails for `ms`. */
	outage(fault: 'drop-request' | 'hang' | { readonly status: number }, ms: number): void;
	/** To be called when it is connected. */
	started(): Promise<void>;
	/** Another thread, of the first workspace or of another one; `shared`: of the first one, where a stranger sees it. */
	thread(workspace?: 'first' | 'other' | 'shared'): PlaceThread;
	/** A direct conversation with the bot. */
	direct(): PlaceThread;
}

/** The core on a platform's own adapter. */
export interface Stage extends AsyncDisposable {
	readonly bench: Workbench;
	/** Of the newest session. */
	readonly folder: () => Promise<SessionFolder>;
}

export interface StageOptions {
	readonly home: string;
	readonly brain: Model;
	readonly coder?: Model;
	readonly sandboxes?: Sandboxes;
	readonly commands?: readonly Command[];
	/** Default: no coding agents. */
	readonly coding?: Coding;
	/** Of the core and of the adapter. */
	readonly clock?: Clock;
	/** Default: the place's admins, and everyone of it. */
	readonly roles?: RoleRules;
}

export async function openStage(place: Place, options: StageOptions): Promise<Stage> {
	const { home, clock, roles = { admins: place.admins, members: undefined, guests: undefined } } = options;
	const timed = clock && { clock };
	const roleOf = createRoles(roles, places);
	const adapters: Adapter[] = [];
	const bench = openWorkbench({
		...options,
		...(timed && { timing: timed }),
		roles,
		platforms: (store, commands) => {
			const denies: DenialOf = (asked) => denialOf(asked, { roleOf, places });
			adapters.push(
				place.connect({ store, commands, home, denialOf: denies, openArtifact: artifactsIn(home), ...timed }),
			);
			return routeByPlatform(adapters);
		},
	});
	for (const adapter of adapters) await adapter.start(bench.dispatch.accept);
	await place.started();
	await bench.dispatch.recover();
	return {
		bench,
		folder: async () => bench.sessions.open((await bench.sessions.list()).at(0) ?? ''),
		async [Symbol.asyncDispose]() {
			for (const adapter of adapters) await adapter[Symbol.asyncDispose]();
			await bench[Symbol.asyncDispose]();
		},
	};
}

export function has(texts: readonly string[], words: string): boolean {
	return texts.some((text) => text.includes(words));
}
