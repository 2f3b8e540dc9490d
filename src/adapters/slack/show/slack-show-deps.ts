import type { OpenArtifact } from '../../../chat/events.ts';
import type { Thread } from '../../../chat/thread.ts';
import type { Heard } from '../../intake/heard.ts';
import type { RunningTurns } from '../../present/running-turns.ts';
import type { ShowOnce } from '../../present/show-once.ts';
import type { UploadArtifacts } from '../files/upload-artifacts.ts';
import type { LiveDeps } from '../live/live-deps.ts';
import type { SessionStatuses } from './session-status.ts';
import type { SessionTitles } from './session-title.ts';
import type { WaitingMarks } from './waiting-marks.ts';

/** Parts of the adapter that turns are shown with. */
export interface ShowEventsDeps extends Omit<LiveDeps, 'postOnce' | 'latch'> {
	readonly uploads: UploadArtifacts;
	readonly openArtifact: OpenArtifact;
	/** Where the messages of running turns are kept, for ❌. */
	readonly running: RunningTurns;
	readonly statuses: SessionStatuses;
	readonly titles: Pick<SessionTitles, 'tell'>;
	readonly heard: Pick<Heard, 'over' | 'shownIn'>;
	/** Says a notice in a thread that is no message's (a slash command's); false for any other thread. */
	readonly privately: (thread: Thread, text: string) => Promise<boolean>;
}

/** With them whatever all shows share. */
export interface SlackShowDeps extends ShowEventsDeps, LiveDeps {
	readonly once: ShowOnce;
	readonly marks: WaitingMarks;
}
