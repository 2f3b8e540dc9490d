/**
 * Has a coding agent mend a repository in a thread of Slack, up to a pull request on a code host of this machine, and writes the thread as a page. Needs the
 * image that `./threadsmith image agents` builds. Arguments: where to; and, where Chromium is on the PATH, where to put a picture of it.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { keepCredential } from '../../../src/demo/code/code-demo.ts';
import { codeDemoScript } from '../../../src/demo/code/code-script.ts';
import { startLocalHost } from '../../../src/demo/code/local-host.ts';
import { asked, repositoryName, statedTest } from '../../../src/demo/code/story.ts';
import { channel, playedThread } from './played-thread.ts';

const [path = 'code-thread.html', picture] = process.argv.slice(2);
const token = 'demo-token-of-the-code-host';
const place = 'slack:T1';

await using stack = new AsyncDisposableStack();
const folder = await mkdtemp(join(tmpdir(), 'code-page-'));
stack.defer(() => rm(folder, { recursive: true, force: true }));
const host = stack.use(await startLocalHost(folder, token));
await using played = await playedThread({
	script: codeDemoScript('opencode'),
	settings: { GIT_PRIVATE_HOSTS: host.name, GIT_CA_FILE: host.caFile, ADMINS: `${place}/U1` },
	onConnections: (connections) => keepCredential(connections, { host: host.name, token, place }),
});
const setUp = await played.ada.mention(channel, `repo add ${host.url} --kind gitea`);
await played.until(setUp.threadTs, 'Opened acme/median');
await played.ada.mention(channel, `repo test ${repositoryName} ${statedTest}`, { threadTs: setUp.threadTs });
await played.settled();
const { threadTs } = await played.ada.mention(channel, asked);
await played.until(threadTs, 'The pull request is open');
await played.draw(threadTs, path, picture);
