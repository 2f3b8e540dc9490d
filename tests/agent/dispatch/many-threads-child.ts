/**
 * A process for a test that narrows it: `node many-threads-child.ts <home> <threads>`. It takes one message in each of as many threads at
 * once, and prints `answered <n>` when all are answered, then how many answers there are in all.
 */
import { scriptedModel } from '../../support/scripted-model.ts';
import { waitFor } from '../../support/wait-for.ts';
import { message, openWorkbench } from '../../support/workbench.ts';

const [home = '', threads = '1'] = process.argv.slice(2);
const count = Number(threads);
const brain = scriptedModel(Array.from({ length: count * 3 }, () => ({ text: 'Here it is' })));
const pacing = { retryMs: [100, 2000], slotMs: 500 } as const;
await using bench = openWorkbench({ home, brain, timing: { pacing } });
await bench.dispatch.recover();
await Promise.all(
	Array.from({ length: count }, (_, number) => {
		const thread = { platform: 'terminal', id: `thread-${number}` } as const;
		return bench.dispatch.accept({ ...message('go'), thread });
	}),
);
const answers = () => bench.platform.posts.filter((post) => post === 'Here it is').length;
await waitFor(
	async () => answers() >= count && (await bench.store.inbox.sessions()).length === 0,
	'all answers',
	280_000,
);
await bench.dispatch.settled();
process.stdout.write(`answered ${answers()}\n`);
