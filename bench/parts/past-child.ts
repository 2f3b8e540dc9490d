// A process that holds one loaded session, after a step of it, and tells its resident memory. Arguments: data folder, session.

import { loadSession } from '../../src/agent/session/session.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';

const [home = '', session = ''] = process.argv.slice(2);
await using sessions = openSessions(home);
const loaded = await loadSession(await sessions.open(session), { session, token: 2 });
// --expose-gc: what is left is what the session holds
for (let n = 0; n < 3; n += 1) await globalThis.gc?.({ execution: 'async', type: 'major' });
process.stdout.write(JSON.stringify({ residentBytes: process.memoryUsage.rss(), seq: loaded.history().seq }));
