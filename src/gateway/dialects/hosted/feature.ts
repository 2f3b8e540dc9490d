/** Where a hosted feature stands: a member of the request, a tool, a part of a message, an item of the conversation, the model's name, a header. */
export type Place = 'field' | 'tool' | 'part' | 'item' | 'model' | 'beta';

/** Something that a provider runs, fetches or keeps for a client, and that the gateway lets nobody ask for. */
export interface HostedFeature {
	/** Who has it, and where that is written. */
	readonly from: Source;
	readonly at: Place;
	/** The member's name, the tool's or part's type, the model's name. */
	readonly name: string;
	/** Words for it that stand after “asked for”. */
	readonly feature: string;
	/** The member's value, or the whole tool or part, as clients send it. */
	readonly example: unknown;
}

/** Where a vendor's features are written down. */
export interface Source {
	readonly vendor: string;
	/** An address: a page of the vendor's, or the file of its own client library that lists what its server takes. */
	readonly document: string;
	/** A heading of the page, or a type of the file. */
	readonly section: string;
}

type Row = Omit<HostedFeature, 'from'>;

/** The features that one section of a vendor's document tells of. */
export function from(
	vendor: string,
	document: string,
	section: string,
	rows: readonly Row[],
): readonly HostedFeature[] {
	return rows.map((row) => ({ ...row, from: { vendor, document, section } }));
}

/** A member of the request. */
export function field(name: string, feature: string, example: unknown = true): Row {
	return { at: 'field', name, feature, example };
}

/** A tool, by its `type`, with its other members. */
export function tool(name: string, feature: string, rest: object = {}): Row {
	return { at: 'tool', name, feature, example: { type: name, ...rest } };
}

/** A part of a message, by its `type`. */
export function part(name: string, feature: string, rest: object): Row {
	return { at: 'part', name, feature, example: { type: name, ...rest } };
}

/** An item of the conversation, by its `type`. */
export function item(name: string, feature: string, rest: object = {}): Row {
	return { at: 'item', name, feature, example: { type: name, ...rest } };
}

/** A model that searches or runs code whatever it is asked. */
export function model(name: string, feature: string): Row {
	return { at: 'model', name, feature, example: name };
}

/** A value of the header `anthropic-beta`. */
export function beta(name: string, feature: string): Row {
	return { at: 'beta', name, feature, example: name };
}

/** A type without the date of its version: `web_search_20250305` and `web_search_2025_08_26` are `web_search`. Pure. */
export function undated(type: string): string {
	return type.replace(/_(?:\d{8}|\d{4}_\d{2}_\d{2})$/, '');
}

/** The environment of Responses' `shell` in which OpenAI leaves commands to the client. */
export const ownMachine: unknown = JSON.parse('{"type":"local"}');
