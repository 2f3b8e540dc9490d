import type { Command } from '../../../agent/commands/command.ts';
import type { OverviewOf } from '../../../agent/commands/overview.ts';
import type { Clock } from '../../../base/clock.ts';
import type { Logger } from '../../../base/log.ts';
import type { Accept, DenialOf } from '../../../chat/inbound.ts';
import type { ListeningOf } from '../../../chat/listening.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Records } from '../../../store/records.ts';
import type { Bindings } from '../../../store/store.ts';
import type { ComesBack } from '../../adapter.ts';
import type { Heard } from '../../intake/heard.ts';
import type { Calls } from '../api/calls.ts';
import type { Roots } from '../api/roots.ts';
import type { Installations } from '../installations.ts';
import type { Audiences } from '../people/audiences.ts';
import type { Directory } from '../people/create-directory.ts';
import type { SlackRender } from '../render/renderers.ts';
import type { SessionTitles } from '../show/session-title.ts';
import type { SlackPlace } from '../thread-keys.ts';
import type { HeardStatus } from './heard-status.ts';
import type { PrivateThreads } from './private-threads.ts';
import type { Recipients } from './recipients.ts';

/** For taking in whatever comes from Slack. */
export interface ListenDeps {
	readonly accept: Accept;
	readonly denialOf: DenialOf;
	/** Default: everybody, of whom some may mean others. */
	readonly listeningOf?: ListeningOf;
	readonly comesBack?: ComesBack | undefined;
	readonly bindings: Pick<Bindings, 'sessionOf'>;
	readonly records: Pick<Records, 'get' | 'put' | 'list'>;
	readonly commands: readonly Command[];
	readonly overview: OverviewOf;
	readonly installations: Installations;
	readonly directory: Directory;
	readonly audiences: Audiences;
	readonly calls: Calls;
	readonly privateThreads: PrivateThreads;
	readonly render: SlackRender;
	readonly recipients: Recipients;
	readonly heard: Pick<Heard, 'begin' | 'stored'>;
	readonly heardStatus: Pick<HeardStatus, 'show'>;
	readonly titles: Pick<SessionTitles, 'named'>;
	readonly roots: Pick<Roots, 'saw' | 'removed'>;
	/** The thread of the turn that runs and is shown in the message at this place; undefined for any other message. */
	readonly runningAt: (place: SlackPlace) => Thread | undefined;
	readonly clock: Clock;
	readonly log: Logger;
	/** Fires when the adapter leaves. */
	readonly signal: AbortSignal;
}
