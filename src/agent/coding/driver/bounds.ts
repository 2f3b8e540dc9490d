/** All that is taken from one agent, so that none costs more than this: a prompt of the largest size holds about 8 MB here. */
export const bounds = {
	/** A message of the protocol, bytes. The largest seen were 40 KB. */
	lineBytes: 8 * 1024 * 1024,
	/** Tool cards of a prompt. */
	cards: 500,
	/** Characters of the ids of tool calls and options; longer ones are no ids. */
	id: 200,
	title: 200,
	/** All of a command that people are asked about. */
	deed: 8 * 1024,
	/** The texts of a prompt, characters. */
	text: 256 * 1024,
	thought: 64 * 1024,
	/** One side of a diff, characters, and both sides of all those of a prompt. */
	diffSide: 16 * 1024,
	diffsOfPrompt: 2 * 1024 * 1024,
	diffsOfCard: 10,
	path: 300,
	/** The end of what a tool printed, characters. */
	output: 2000,
	planEntries: 50,
	planText: 200,
	/** Permissions that are asked for in a prompt, and requests for one that are open at once. */
	permissions: 200,
	openRequests: 400,
	options: 10,
	optionName: 75,
	/** Characters of another's words in a sentence of ours. */
	words: 300,
} as const;
