import type { Command } from '../../../agent/commands/command.ts';
import type { Clock } from '../../../base/clock.ts';
import type { InOrder } from '../../../base/in-order.ts';
import type { Logger } from '../../../base/log.ts';
import type { Accept, DenialOf } from '../../../chat/inbound.ts';
import type { ListeningOf } from '../../../chat/listening.ts';
import type { Person } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';
import type { Bindings, Outbox } from '../../../store/store.ts';
import type { ComesBack } from '../../adapter.ts';
import type { Heard } from '../../intake/heard.ts';
import type { Interruptions } from '../../intake/interruptions.ts';
import type { Recent } from '../../intake/recent.ts';
import type { RunningTurns } from '../../present/running-turns.ts';
import type { Calls } from '../api/calls.ts';
import type { InteractionAnswers } from '../api/interaction-answers.ts';
import type { PostOnce } from '../api/post-once.ts';
import type { Threads } from '../api/threads.ts';
import type { ApplicationOf } from '../application.ts';
import type { KnownChannels } from '../connect/known-channels.ts';
import type { Places } from '../connect/places.ts';
import type { Directory } from '../people/create-directory.ts';
import type { DiscordRender } from '../render/renderers.ts';
import type { Replies } from '../replies.ts';
import type { DiscordPlace } from '../thread-keys.ts';
import type { Asks } from './ask/asks.ts';

/** For taking in whatever comes from Discord. */
export interface ListenDeps {
	readonly accept: Accept;
	readonly denialOf: DenialOf;
	/** Default: everybody, of whom some may mean others. */
	readonly listeningOf?: ListeningOf;
	readonly comesBack?: ComesBack | undefined;
	readonly bindings: Pick<Bindings, 'sessionOf'>;
	readonly records: Records;
	readonly outbox: Outbox;
	readonly commands: readonly Command[];
	readonly application: ApplicationOf;
	readonly directory: Directory;
	readonly calls: Calls;
	readonly render: DiscordRender;
	readonly answers: InteractionAnswers;
	readonly postOnce: PostOnce;
	readonly threads: Threads;
	readonly replies: Replies;
	readonly heard: Pick<Heard, 'begin' | 'stored'>;
	readonly running: Pick<RunningTurns, 'at' | 'all'>;
	readonly places: Places;
	/** Told when a connection to the gateway is lost. */
	readonly interruptions: Interruptions;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}

/** `ListenDeps`, and whatever else is shared by all that is taken in. */
export interface HandleDeps extends ListenDeps {
	readonly inOrder: InOrder;
	/** Takes in what was not said, in turn with what was said in that channel: what came first is taken in first, what was missed too. */
	readonly inTurn: <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;
	readonly self: Self;
	/** Who said what was taken in lately, by its key: that a message was deleted comes without whose it was. */
	readonly authors: Recent<Person>;
	/** The direct conversations there are: Discord lists them nowhere. */
	readonly directs: KnownChannels;
	/** Channels in which threads of ours are. */
	readonly parents: KnownChannels;
	readonly asks: Asks;
	/** Begins the thread of a message that was taken in, named after its words. */
	readonly beginThread: (place: DiscordPlace, text: string) => void;
	/** Runs what nobody waits for; its failure is a line in the log. */
	readonly background: (what: string, work: Promise<unknown>) => void;
}

/** The place of something among what was said in a channel: by its id. */
export interface Turn {
	readonly id: string;
	readonly channel: string;
}

/** Who we are in Discord. */
export interface Self {
	readonly application: string;
	readonly botUser: string;
	/** Discord gives us the words of messages that do not name us. */
	readsContent: boolean;
}
