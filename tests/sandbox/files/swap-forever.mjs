// The attacker of collect-race.test.ts: node swap-forever.mjs FOLDER SECRET-FOLDER
// Swaps, as fast as it can, a file for a link to the secret and a folder for a link to the secret's folder.
import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder, secrets] = process.argv.slice(2);
const at = (name) => join(folder, '..', 'workshop', name);
const out = (name) => join(folder, name);

mkdirSync(at('.'));
mkdirSync(at('folder'));
writeFileSync(at('folder/secret.txt'), 'harmless');
symlinkSync(secrets, at('folder-link'));
process.stdout.write('ready\n');
while (true) {
	symlinkSync(join(secrets, 'secret.txt'), at('link'));
	renameSync(at('link'), out('file.txt'));
	renameSync(at('folder'), out('sub'));
	writeFileSync(at('file'), 'harmless');
	renameSync(at('file'), out('file.txt'));
	renameSync(out('sub'), at('folder'));
	renameSync(at('folder-link'), out('sub'));
	renameSync(out('sub'), at('folder-link'));
}
