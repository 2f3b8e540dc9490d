import { SetUpError } from '../../base/step.mjs';
import { agentRows, refusedAgents } from './table.mjs';

export const usage = `Usage: threadsmith image agents [names…]

Builds the image that coding agents run in, with those that are named, else with all of them. What is there already is not
built again; an image with fewer agents takes less room.

  --list      which agents there are: versions, sizes, licences, and what does not run
  -h, --help  this`;

/**
 * The rows of these names, in the table's order; of no names, all of them. Throws a {@link SetUpError} that says which name is none.
 *
 * @param {readonly string[]} names
 */
export const rowsNamed = (names) => {
	for (const name of names) mustBeThere(name);
	return agentRows.filter((row) => names.length === 0 || names.includes(row.name));
};

const mustBeThere = (name) => {
	if (agentRows.some((row) => row.name === name)) return;
	const refused = refusedAgents.find((row) => row.name === name);
	if (refused) throw new SetUpError(refused.why);
	throw new SetUpError(`There is no agent "${name}": there are ${agentRows.map((row) => row.name).join(', ')}`);
};

/**
 * The locks of the agents name programs of one kind of machine, and no others were tried. Throws a {@link SetUpError} on another.
 *
 * @param {string} architecture as `process.arch` has it
 */
export const mustRunHere = (architecture) => {
	if (architecture === 'x64') return;
	throw new SetUpError(
		`Cannot build the agents' image: its packages are programs for x86-64, and this machine is ${architecture}. Run Threadsmith on an x86-64 machine for coding agents; all else works here`,
	);
};

/** A line for each agent, for people. `built`: those that the image has. Pure. */
export const listText = (built) => {
	const head = ['agent', 'state', 'size', 'licence', 'verdict', 'packages'];
	const table = [head, ...agentRows.map((row) => cellsOf(row, built))];
	const widths = head.map((_, column) => Math.max(...table.map((line) => line[column].length)));
	const pad = (line) => line.map((word, column) => word.padEnd(widths[column])).join('  ');
	const refused = refusedAgents.map(({ name, why }) => pad([name, 'refused', why]));
	return [...table.map(pad), ...refused].map((line) => line.trimEnd()).join('\n');
};

const cellsOf = ({ name, megabytes, licence, verdict, packages }, built) => [
	name,
	built.includes(name) ? 'built' : 'not built',
	`${megabytes} MB`,
	licence,
	verdict,
	packages.join(' '),
];
