import { z } from 'zod';

/** What `tools` is asked. */
export type ToolsRequest =
	| { readonly verb: 'list' }
	| { readonly verb: ToolVerb; readonly name: string; readonly version: number | undefined };

export const toolVerbs = ['show', 'versions', 'rollback', 'share'] as const;
export type ToolVerb = (typeof toolVerbs)[number];

const name = '[a-z0-9_]{1,48}(?:/[a-z0-9_]{1,48})?';
const form = new RegExp(
	`^(?:|(?<verb>show|rollback|share) (?<name>${name})(?: (?<version>[1-9]\\d{0,5}))?|(?<only>versions) (?<of>${name}))$`,
);

/** Nothing, or what is to be done with which tool; so that "tools are great" stays a sentence. */
export const toolsArguments = z
	.string()
	.trim()
	.transform((text) => text.replaceAll(/\s+/g, ' '))
	.pipe(z.string().regex(form, `takes nothing, or one of ${toolVerbs.join(', ')} and the name of a tool`));

/** What arguments that fit ask for. Pure. */
export function requestOf(args: string): ToolsRequest {
	const { verb, name, version, only, of } = form.exec(args)?.groups ?? {};
	if (only !== undefined && of !== undefined) return { verb: 'versions', name: of, version: undefined };
	const known = toolVerbs.find((one) => one === verb);
	if (known === undefined || name === undefined) return { verb: 'list' };
	return { verb: known, name, version: version === undefined ? undefined : Number(version) };
}
