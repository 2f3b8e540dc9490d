import type { Budgets } from '../../src/agent/budget/budgets.ts';
import type { Coding } from '../../src/agent/coding/coding.ts';
import type { Command } from '../../src/agent/commands/command.ts';
import type { RepoCommands } from '../../src/agent/commands/repo/repo-deps.ts';
import type { Compaction } from '../../src/agent/compaction/compaction.ts';
import type { Windows } from '../../src/agent/compaction/measure/windows.ts';
import type { Platforms } from '../../src/agent/dispatch/deps.ts';
import type { DispatchOptions } from '../../src/agent/dispatch.ts';
import type { Model } from '../../src/agent/model/model.ts';
import type { RepoWork } from '../../src/agent/repo/repo-work.ts';
import type { Tool } from '../../src/agent/tool.ts';
import type { Lines } from '../../src/agent/turn/queue/lines.ts';
import type { TurnReader } from '../../src/agent/turn/turn-events.ts';
import type { Logger } from '../../src/base/log.ts';
import type { RoleRules } from '../../src/chat/people.ts';
import type { Places } from '../../src/chat/places.ts';
import type { Linter } from '../../src/lint/linter.ts';
import type { Sandboxes } from '../../src/sandbox/sandbox.ts';
import type { Eraser } from '../../src/store/erase.ts';
import type { NoteFolders } from '../../src/store/notes.ts';
import type { Sessions, Store } from '../../src/store/store.ts';
import type { FakeTool } from './fake-sandboxes.ts';
import type { RecordingPlatform } from './recording-platform.ts';

export interface WorkbenchOptions {
	/** The data folder. */
	readonly home: string;
	readonly brain: Model;
	/** What sessions may have for a Brain besides. */
	readonly choices?: readonly Model[];
	readonly coder?: Model;
	/** Default: as it is where nothing is set, with the Coder for a Summarizer. */
	readonly compaction?: Compaction;
	readonly judge?: Model;
	/** Default: one that finds nothing. */
	readonly linter?: Linter;
	readonly tools?: Readonly<Record<string, FakeTool>>;
	readonly sandboxes?: Sandboxes;
	/** One that outlives a restart. */
	readonly platform?: RecordingPlatform;
	/** Instead of the recording platform; handed the commands that there are. */
	readonly platforms?: (store: Store, commands: readonly Command[]) => Platforms;
	/** Puts something around the store or the folders. */
	readonly wrap?: {
		readonly store: (store: Store) => Store;
		readonly sessions: (sessions: Sessions & AsyncDisposable) => Sessions & AsyncDisposable;
		readonly eraser?: (eraser: Eraser) => Eraser;
		readonly notes?: (notes: NoteFolders) => NoteFolders;
	};
	/** Commands beside those that there are. */
	readonly commands?: readonly Command[];
	/** Tools of the Brain beside those that there are. */
	readonly moreTools?: readonly Tool[];
	readonly roles?: RoleRules;
	/** Default: those of the platforms that there are. */
	readonly places?: Places;
	/** Who follows turns beside the session's log. */
	readonly readers?: readonly TurnReader[];
	/** Default: the Brain may be shown pictures. */
	readonly vision?: boolean;
	/** Default: no coding agents. */
	readonly coding?: Coding;
	/** Default: no `/repo`. */
	readonly repoCommands?: (store: Store) => RepoCommands;
	/** Default: nobody works on repositories. */
	readonly repos?: (on: { readonly store: Store; readonly sessions: Sessions; readonly places: Places }) => RepoWork;
	readonly modelCalls?: number;
	readonly answerMs?: number;
	/** Default: a silent one. */
	readonly log?: Logger;
	/** Who is told of what the Brain's server has taken; default: nobody. */
	readonly windows?: Pick<Windows, 'took' | 'hasTaken'>;
	/** Default: nothing is counted by day. */
	readonly budgets?: (store: Store) => Budgets;
	/** Default: as many turns run at once as there are. */
	readonly lines?: Lines;
	readonly timing?: Pick<DispatchOptions, 'clock' | 'lease' | 'pacing' | 'random'>;
}
