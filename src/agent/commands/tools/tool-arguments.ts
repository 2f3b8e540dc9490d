import type { CountArgument, WordArgument } from '../syntax/arguments.ts';

const name = '[a-z0-9_]{1,48}';

/** Which tool is meant. No tool has a number for a name, so that a version can stand behind it. */
export const toolName = {
	kind: 'word',
	name: 'name',
	help: 'the name of a tool',
	form: new RegExp(`^(?!\\d+$)${name}(/${name})?$`),
} as const satisfies WordArgument;

/** Which version of it; left out where the one in use is meant. */
export const toolVersion = {
	kind: 'count',
	name: 'version',
	help: 'the number of a version',
	most: 999_999,
	optional: true,
} as const satisfies CountArgument;

/** Which test of it, as `show` counts them. */
export const testNumber = {
	kind: 'count',
	name: 'test',
	help: 'the number of a test',
	most: 1_000,
} as const satisfies CountArgument;
