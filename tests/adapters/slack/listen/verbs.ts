import type { Action } from '../../../../src/agent/commands/command.ts';

/** Commands of these names; the ones with a `*` take words. */
export function verbs(...names: readonly string[]): readonly Action[] {
	return names.map((given) => {
		const name = given.replace('*', '');
		const words = { kind: 'words', name: 'words', help: 'any words', optional: true } as const;
		return {
			name,
			help: `Does ${name}`,
			arguments: name === given ? [] : [words],
			right: 'guest',
			when: 'at-once',
			run: async () => '',
		};
	});
}
