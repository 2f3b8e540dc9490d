import { Protocol } from '@modelcontextprotocol/sdk/shared/protocol.js';
import {
	CallToolRequestSchema,
	type CallToolResult,
	InitializeRequestSchema,
	LATEST_PROTOCOL_VERSION,
	ListToolsRequestSchema,
	type Notification,
	type Request,
	type Result,
	SUPPORTED_PROTOCOL_VERSIONS,
} from '@modelcontextprotocol/sdk/types.js';
import * as z from 'zod';
import { messageOf } from '../../base/errors.ts';
import { createLiveOutput } from './run/live-output.ts';
import type { RunningCalls } from './run/sweep.ts';
import { sanitise } from './sanitise.ts';
import { failed, type GuestTool, type ToolAnswer } from './tools/guest-tool.ts';

/**
 * The SDK's protocol (requests, cancelling, progress, ping) without its `Server`, which brings a JSON Schema compiler that
 * costs each sandbox start 20 ms for features that are not used here. We only answer, so there is nothing to assert.
 */
class GuestProtocol extends Protocol<Request, Notification, Result> {
	protected override assertCapabilityForMethod(): void {}
	protected override assertNotificationCapability(): void {}
	protected override assertRequestHandlerCapability(): void {}
	protected override assertTaskCapability(): void {}
	protected override assertTaskHandlerCapability(): void {}
}

export interface GuestServerDeps {
	readonly tools: readonly GuestTool[];
	readonly calls: RunningCalls;
	/** True while the host does not read: progress is skipped then, answers wait. */
	readonly isCongested: () => boolean;
	/** Called after a call that nothing has stopped, with its answer on the way. */
	readonly afterCall: () => void;
}

/** The guest's MCP server: lists and calls `tools`. Connect it to a transport. */
export function createGuestServer({ tools, calls, isCongested, afterCall }: GuestServerDeps): GuestProtocol {
	const server = new GuestProtocol();
	const byName = new Map(tools.map((tool) => [tool.name, tool]));

	server.setRequestHandler(InitializeRequestSchema, ({ params }) => ({
		protocolVersion: SUPPORTED_PROTOCOL_VERSIONS.includes(params.protocolVersion)
			? params.protocolVersion
			: LATEST_PROTOCOL_VERSION,
		capabilities: { tools: {} },
		serverInfo: { name: 'threadsmith-guest', version: '1' },
	}));

	server.setRequestHandler(ListToolsRequestSchema, () => ({
		tools: tools.map(({ name, description, args }) => ({ name, description, inputSchema: z.toJSONSchema(args) })),
	}));

	server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal, _meta, sendNotification }) => {
		const tool = byName.get(params.name);
		if (tool === undefined) return resultOf(failed(`There is no tool "${sanitise(params.name).slice(0, 100)}"`));
		const progressToken = _meta?.progressToken;
		let progress = 0;
		const live = createLiveOutput((message) => {
			if (progressToken === undefined || signal.aborted || isCongested()) return;
			progress += 1;
			const update = { method: 'notifications/progress' as const, params: { progressToken, progress, message } };
			sendNotification(update).catch(() => {});
		});
		const isSweep = tool.name === 'sweep';
		const until = isSweep ? signal : await calls.begin(signal);
		const answer = await callTool(tool, params.arguments, live.push, until);
		live.end();
		// After a sweep the host looks whether anything is left
		if (!isSweep && !until.aborted) afterCall();
		return resultOf(answer);
	});
	return server;
}

async function callTool(tool: GuestTool, args: unknown, onOutput: (text: string) => void, signal: AbortSignal) {
	try {
		return await tool.call(args, { signal, onOutput });
	} catch (error) {
		return failed(sanitise(`The tool ${tool.name} is broken: ${messageOf(error)}`));
	}
}

function resultOf({ text, isError = false, data }: ToolAnswer): CallToolResult {
	return {
		content: [{ type: 'text', text }],
		isError,
		...(data === undefined ? {} : { structuredContent: { ...data } }),
	};
}
