import type { Compaction } from '../../src/agent/compaction/compaction.ts';
import { createWindows } from '../../src/agent/compaction/measure/windows.ts';
import type { Model } from '../../src/agent/model/model.ts';
import { compactionOf } from '../../src/agent-parts.ts';
import { settings } from '../../src/config/settings.ts';

/** How histories are kept within windows where nothing is set. */
export function usualCompaction(summarizer: Model): Compaction {
	const windows = createWindows({});
	return compactionOf({ settings: settings.parse({}) }, { brain: windows, summarizer: windows }, { summarizer });
}
