import fc from 'fast-check';
import {
	type Argument,
	type FlagArgument,
	type Values,
	valueIn,
} from '../../../../src/agent/commands/syntax/arguments.ts';
import type { ActionInfo } from '../../../../src/agent/commands/syntax/command-info.ts';

/** Values that an action may be given, those that may be left out at times left out. */
export function valuesFor({ arguments: taken }: ActionInfo): fc.Arbitrary<Values> {
	const entries = taken.map((argument) => [argument.name, optionally(argument, valueFor(argument))] as const);
	return fc.record(Object.fromEntries(entries)).map(withoutNothing);
}

function valueFor(argument: Argument): fc.Arbitrary<string | number> {
	switch (argument.kind) {
		case 'word':
			return fc
				.oneof(fc.stringMatching(/^[a-z0-9_/]{1,20}$/), fc.stringMatching(/^\S{1,20}$/))
				.filter((text) => valueIn(argument, text) !== undefined);
		case 'choice':
			return fc.constantFrom(...argument.choices);
		case 'count':
			return fc.integer({ min: 1, max: argument.most });
		case 'words':
			return fc
				.string({ maxLength: 40 })
				.map((text) => text.trim())
				.filter((text) => text !== '');
		case 'flag':
			return valueOfFlag(argument).filter((text) => valueIn(argument, text) !== undefined);
	}
}

function valueOfFlag({ takes }: FlagArgument): fc.Arbitrary<string> {
	switch (takes.kind) {
		case 'nothing':
			return fc.constant('on');
		case 'choice':
			return fc.constantFrom(...takes.choices);
		case 'word':
			return fc.stringMatching(/^\S{1,20}$/);
	}
}

function optionally<T>({ optional }: Argument, value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> {
	return optional ? fc.option(value, { nil: undefined }) : value;
}

function withoutNothing(values: Values): Values {
	return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}
