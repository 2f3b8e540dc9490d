import { snake } from '../order/small-fields.ts';

/** An argument of a run as the field of a tool's input that it is. */
export interface Argument {
	readonly field: string;
	/** Undefined for an option that is there or not. */
	readonly value: string | undefined;
	/** How the script is given it, for whoever reads the script. */
	readonly said: string;
}

/** The arguments of a run by name: those of options, and of the places that argparse names in the code; others are told by their number. Pure. */
export function readArguments(args: readonly string[], code: string): readonly Argument[] {
	const names = placesIn(code);
	const found: Argument[] = [];
	let place = 0;
	for (let at = 0; at < args.length; at += 1) {
		const arg = args[at] ?? '';
		const next = args[at + 1];
		if (!isOption(arg)) {
			place += 1;
			found.push({ field: names[place - 1] ?? `arg_${place}`, value: arg, said: `argument ${place}` });
			continue;
		}
		const [, name = '', joined] = /^--?([^=]+)(?:=(.*))?$/s.exec(arg) ?? [];
		const takes = joined === undefined && next !== undefined && !isOption(next) && !isSwitch(name, code);
		found.push({
			field: fieldOf(name),
			value: joined ?? (takes ? next : undefined),
			said: `option ${arg.split('=', 1)[0]}`,
		});
		if (takes) at += 1;
	}
	return found;
}

/** A negative number is none. */
function isOption(text: string): boolean {
	return /^--?[A-Za-z]/.test(text);
}

function fieldOf(name: string): string {
	return snake(name) || 'option';
}

/** Names of argparse's positional arguments, in their order. */
function placesIn(code: string): readonly string[] {
	return [...code.matchAll(/add_argument\(\s*['"]([A-Za-z_]\w{0,40})['"]/g)].map(([, name = '']) => fieldOf(name));
}

/** Whether argparse takes no value for an option. */
function isSwitch(name: string, code: string): boolean {
	const calls = code.split('add_argument(').slice(1);
	const own = calls.find(
		(call) => call.slice(0, 200).includes(`-${name}"`) || call.slice(0, 200).includes(`-${name}'`),
	);
	return own !== undefined && /store_(?:true|false|const)|count/.test(own.slice(0, 400).split('\n\n', 1)[0] ?? '');
}
