import type { Action } from '../../../../src/agent/commands/command.ts';

/** Commands of these names; the ones with a `*` take a word, and offer those that are known. */
export function verbs(...names: readonly string[]): readonly Action[] {
	return names.map((given) => {
		const name = given.replace('*', '');
		const complete = async (prefix: string) => ['s1', 's2', 'other'].filter((value) => value.startsWith(prefix));
		const id = { kind: 'word', name: 'id', help: 'an id', complete } as const;
		return {
			name,
			help: `Does ${name}`,
			arguments: name === given ? [] : [id],
			right: 'guest',
			when: 'at-once',
			run: async () => '',
		};
	});
}
