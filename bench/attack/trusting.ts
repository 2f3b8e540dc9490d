import { naiveReaders } from './families/outputs.ts';
import { naiveRaces } from './families/races.ts';

/** Prints, as JSON, how a reader that trusts what it finds in a folder fares: `trusting.ts <row> <folder>`. */
const [row = '', outputs = ''] = process.argv.slice(2);
const read = naiveReaders.get(row) ?? naiveRaces.get(row);
if (read === undefined) throw new Error(`There is no reader for "${row}"`);
process.stdout.write(JSON.stringify(await read(outputs)));
