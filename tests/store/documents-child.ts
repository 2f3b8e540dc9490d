/** A process that a test kills: `node documents-child.ts <home> <session>`. It writes longer and longer histories, each with its number as `seq`. */
import { snapshotSchema } from '../../src/store/journal.ts';
import { openSessions } from '../../src/store/session/session-folder.ts';

const [home = '', session = ''] = process.argv.slice(2);
const { documents } = await openSessions(home).open(session);
const messages = Array.from({ length: 2000 }, (_, index) => ({ role: 'user', text: `message ${index}` }));
for (let seq = 0; ; seq++) {
	await documents.write(
		'current_history',
		snapshotSchema.parse({ version: 1, seq, messages, artifacts: {}, refused: [], notes: [] }),
	);
	process.stdout.write(`done ${seq}\n`);
}
