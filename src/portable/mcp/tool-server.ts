import { Server } from '@modelcontextprotocol/sdk/server/index.js';
import {
	CallToolRequestSchema,
	type CallToolResult,
	ErrorCode,
	ListToolsRequestSchema,
	McpError,
} from '@modelcontextprotocol/sdk/types.js';
import { ProblemError, userMessage } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { describeTool } from './describe-tool.ts';
import type { ServedTools } from './served-tools.ts';
import { failure, type ToolRunner } from './tool-runner.ts';

export interface ToolServerDeps {
	readonly version: string;
	/** Tells clients where files go. */
	readonly instructions: string;
	readonly served: ServedTools;
	readonly runner: ToolRunner;
	readonly log: Logger;
}

/** The MCP server of the tools. Connect it to a transport. */
export function createToolServer({ version, instructions, served, runner, log }: ToolServerDeps): Server {
	const options = { capabilities: { tools: { listChanged: true } }, instructions };
	const server = new Server({ name: 'threadsmith', version }, options);

	server.setRequestHandler(ListToolsRequestSchema, async () => ({
		tools: [...(await served.list())].map(([name, tool]) => describeTool(name, tool)),
	}));

	server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
		const tool = await served.find(params.name);
		if (tool === undefined) throw new McpError(ErrorCode.InvalidParams, `Tool ${params.name} not found`);
		const progressToken = _meta?.progressToken;
		let progress = 0;
		const output = (message: string) => {
			if (progressToken === undefined) return;
			progress += 1;
			const update = { method: 'notifications/progress' as const, params: { progressToken, progress, message } };
			sendNotification(update).catch(() => {});
		};
		const startedAt = performance.now();
		const result = await run(() => runner.run(tool, params.arguments ?? {}, { signal, output }));
		log.info('Tool called', { tool: params.name, ms: performance.now() - startedAt, failed: result.isError === true });
		return result;
	});
	return server;
}

/** A problem that a person must mend is an answer too: the client has no other way to show it. */
async function run(call: () => Promise<CallToolResult>): Promise<CallToolResult> {
	try {
		return await call();
	} catch (error) {
		if (error instanceof ProblemError) return failure(userMessage(error));
		throw error;
	}
}
