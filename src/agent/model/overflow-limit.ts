/**
 * How servers name the limit that a prompt is over, in lower case and without commas in numbers: the sentences of `overflow.ts` that hold one.
 * TGI: "must be <= 4096"; DashScope: "should be [1, 30720]"; GitHub: "exceeds the limit of 16000"; Anthropic: "> 200000 maximum".
 */
const patterns: readonly RegExp[] = [
	/maximum (?:model |context |prompt )?(?:context )?length (?:is|of) (?:only )?(\d+)/,
	/context length is only (\d+)/,
	/with (\d+) maximum context length/,
	/> (\d+) maximum/,
	/maximum number of tokens allowed \((\d+)\)/,
	/n_ctx\W{1,4}(\d+)/,
	/available context size \((\d+)/,
	/token limit:? (\d+)/,
	/context (?:window|size|length)(?: is| of|:)? \(?(\d+)/,
	/max_seq_len\W{1,3}(\d+)/,
	/exceeds the limit of (\d+)/,
	/maximum (?:allowed )?(?:input |sequence )?length(?: of|:)? \(?(\d+)/,
	/must (?:be <=|have less than) (\d+)/,
	/should be \[1, ?(\d+)\]/,
	/exceed context limit: \d+ \+ \d+ > (\d+)/,
	/supports up to (\d+)/,
	/total tokens limit (\d+)/,
	/max_model_len\W{1,3}(\d+)/,
	// OpenAI and Groq, of the tokens a minute that one request must not be above.
	/\(tpm\): limit (\d+), requested/,
];

/** Nobody's window is smaller or larger. */
const least = 256;
const most = 100_000_000;

/** Tokens of the window, as a refusal names them; undefined where it names none. Linear. Pure. */
export function limitIn(refusal: string): number | undefined {
	const text = refusal
		.slice(0, 20_000)
		.toLowerCase()
		.replaceAll(/(\d),(?=\d{3})/g, '$1');
	const named = patterns.flatMap((pattern) => Number(pattern.exec(text)?.[1] ?? 0));
	return named.find((limit) => limit >= least && limit <= most);
}
