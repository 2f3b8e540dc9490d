import { shorten } from '../../base/text/shorten.ts';
import { isRecord } from '../model/text/json-text.ts';
import type { Manifest } from './registry/manifest.ts';
import { idOf } from './registry/registry.ts';

/** Below 400 tokens whatever a tool's schema is: JSON has about 3.5 bytes a token. */
const most = 1_400;

/** Tells the Brain of a tool that was made, or that there is: how it is called, and nothing of how it came about. Pure. */
export function toolAnswer(manifest: Manifest, note: Readonly<Record<string, string>> = {}): string {
	const { version, input, example, usage } = manifest;
	const tool = { ...note, name: idOf(manifest), version };
	const parameters = namesOf(input);
	const forms = [
		{ ...tool, input, example: example.input, usage },
		{ ...tool, parameters, example: example.input, usage: shorten(usage, 400) },
		{ ...tool, parameters, usage: shorten(usage, 400) },
		{ ...tool, usage: shorten(usage, 400), more: 'find_tools shows its parameters' },
	];
	const texts = forms.map((form) => JSON.stringify(form));
	return texts.find((text) => Buffer.byteLength(text) <= most) ?? JSON.stringify(tool);
}

/** The parameters by name, optional ones with a question mark. */
function namesOf({ properties, required }: Manifest['input']): readonly string[] {
	const needed = Array.isArray(required) ? required : [];
	return Object.keys(isRecord(properties) ? properties : {}).map((name) => (needed.includes(name) ? name : `${name}?`));
}
