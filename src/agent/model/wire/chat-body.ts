import type { ModelRequest } from '../model.ts';
import { toWireMessages, toWireTools, type WireContext } from './to-wire.ts';
import type { ChatBody, ResponseFormat } from './wire-types.ts';

/** Fields that only structured questions set. */
export interface BodyExtras {
	readonly format?: ResponseFormat | undefined;
	readonly seed?: number | undefined;
	readonly temperature?: number | undefined;
}

/** The request body for a history, without what the endpoint was found to refuse. */
export function chatBody(
	model: string,
	request: ModelRequest,
	context: WireContext,
	extras: BodyExtras = {},
): ChatBody {
	const { quirks } = context;
	const tools = toWireTools(request, quirks);
	return {
		model,
		messages: toWireMessages(request, context),
		...(tools.length > 0 ? { tools } : {}),
		...(tools.length > 0 && request.tools.length === 0 ? { tool_choice: 'none' } : {}),
		stream: quirks.stream,
		...(quirks.stream && quirks.streamOptions ? { stream_options: { include_usage: true } } : {}),
		...(extras.format === undefined ? {} : { response_format: extras.format }),
		...(quirks.seed && extras.seed !== undefined ? { seed: extras.seed } : {}),
		...(quirks.temperature && extras.temperature !== undefined ? { temperature: extras.temperature } : {}),
	};
}
