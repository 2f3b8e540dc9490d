/** A process that a test kills: `node journal-child.ts <path>`. It appends for ever, printing each entry's text when it was acknowledged. */
import { openJournalFile } from '../../src/store/session/journal-file.ts';

const journal = openJournalFile({ path: process.argv[2] ?? '', session: 's', now: Date.now });
for (let number = 0; ; number++) {
	const text = `done ${number}`;
	await journal.append({ session: 's', token: 1 }, { type: 'notice', turn: 't', text });
	process.stdout.write(`${text}\n`);
}
