import { unhashed } from '../registry/format-one.ts';
import type { Manifest } from '../registry/manifest.ts';
import { createValidator, type Validator } from '../spec/json-schema.ts';

type Schema = Readonly<Record<string, unknown>>;

/** Validators by the text of their schema: making one takes a millisecond, and a registry is read anew for each call. */
const kept = new Map<string, Promise<Validator>>();
const mostKept = 100;

/** Checks what a version is called with. */
export function inputValidator(manifest: Manifest): Promise<Validator> {
	return checks(manifest) ? validatorOf(manifest.input) : acceptsAnything;
}

/** Checks what a version answers. */
export function outputValidator(manifest: Manifest): Promise<Validator> {
	return checks(manifest) ? validatorOf(manifest.output) : acceptsAnything;
}

/** The tools of format 1 had no schemas that could be held against them. */
function checks({ sha256 }: Manifest): boolean {
	return sha256 !== unhashed;
}

const acceptsAnything: Promise<Validator> = Promise.resolve(() => undefined);

function validatorOf(schema: Schema): Promise<Validator> {
	const key = JSON.stringify(schema);
	const validator = kept.get(key) ?? createValidator(schema);
	kept.delete(key);
	kept.set(key, validator);
	const [oldest] = kept.keys();
	if (kept.size > mostKept && oldest !== undefined) kept.delete(oldest);
	return validator;
}
