/** The bounds of the gateway that no setting changes. */
export interface GatewayLimits {
	/** Bytes of one request's body. Anthropic takes 32 MB (https://docs.claude.com/en/api/overview#request-size-limits), the others less. */
	readonly bodyBytes: number;
	/** Bytes of all bodies that are being read or sent, of one run, and of all. */
	readonly runBodyBytes: number;
	readonly allBodyBytes: number;
	/** Bytes of one answer: the longest known, 128,000 tokens of some 300 bytes each as an event, with room for pictures. */
	readonly answerBytes: number;
	/** Tokens of an answer whose request limits nothing. */
	readonly outputCap: number;
	readonly time: GatewayTime;
}

/** Milliseconds. A local server that reads a long prompt says nothing for minutes. */
export interface GatewayTime {
	readonly connect: number;
	/** Until an answer begins. */
	readonly firstByte: number;
	/** Between two pieces of an answer. */
	readonly idle: number;
	/** Until a request's body is whole. */
	readonly body: number;
}

export const gatewayLimits: GatewayLimits = {
	bodyBytes: 32 * 2 ** 20,
	runBodyBytes: 64 * 2 ** 20,
	allBodyBytes: 256 * 2 ** 20,
	answerBytes: 128 * 2 ** 20,
	outputCap: 32_768,
	time: { connect: 10_000, firstByte: 15 * 60_000, idle: 5 * 60_000, body: 5 * 60_000 },
};
