/**
 * Has OpenCode mend a small program in a thread of Slack, over a scripted provider, and writes the thread as a page: all else is real. Needs the image
 * that `./threadsmith image agents opencode` builds. Arguments: where to; and, where Chromium is on the PATH, where to put a picture of it.
 */
import { agentDemoScript, agentTask } from '../../../src/demo/agent/agent-script.ts';
import { program, programFolder } from '../../../src/demo/agent/program.ts';
import { channel, playedThread } from './played-thread.ts';

const [path = 'agent-thread.html', picture] = process.argv.slice(2);
const files = Object.entries(program).map(([name, text]) => ({ name, bytes: Buffer.from(text) }));

await using played = await playedThread({ script: agentDemoScript });
const { threadTs } = await played.ada.mention(channel, 'Do the tests of this pass?', { files });
await played.until(threadTs, 'FAILED');
await played.ada.mention(channel, `agent opencode --ask --folder=${programFolder} ${agentTask}`, { threadTs });
await played.until(threadTs, 'OpenCode changed 1 file');
await played.draw(threadTs, path, picture);
