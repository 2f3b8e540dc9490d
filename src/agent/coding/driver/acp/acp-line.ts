import type { ClientContext } from '@agentclientprotocol/sdk';
import type { z } from 'zod';
import type { SandboxProcess } from '../../../../sandbox/opened-process.ts';
import { endWords, lastWordsOf } from '../sentences.ts';
import { type GateWatch, openGate } from './gate.ts';
import type { WireAnswer } from './permissions.ts';
import { permissionSchema, type WirePermission } from './wire.ts';

export interface LineWatch extends GateWatch {
	readonly onPermission: (request: WirePermission) => Promise<WireAnswer>;
}

/** The protocol over an agent's program. Disposing ends the program. */
export interface AcpLine extends AsyncDisposable {
	/** Asks the agent. Rejects with the protocol's `RequestError`, or, when the agent is gone, with `AgentGoneError`. */
	ask<T>(method: string, params: object, answer: z.ZodType<T>): Promise<T>;
	/** Tells the agent; where it is gone, nobody. */
	tell(method: string, params: object): void;
	lastActive(): number;
	/** The agent has neither ended nor closed its output. */
	isOpen(): boolean;
}

/** The agent has ended, or hears nothing any more; `message` is a sentence about it without its name: "ended (exit code 1). …". */
export class AgentGoneError extends Error {
	override readonly name = 'AgentGoneError';
}

/** How long a process may take to end once its output is closed, ms, before nobody waits for its exit code. */
const endMs = 2000;

/** Loads the protocol's library, which takes 35 ms and 10 MB once, when the first agent starts (measured beside zod). */
export async function openAcpLine(program: SandboxProcess, watch: LineWatch, title: string): Promise<AcpLine> {
	const { client } = await import('@agentclientprotocol/sdk');
	const app = client({ name: 'threadsmith' }).onRequest(
		'session/request_permission',
		(params) => permissionSchema.parse(params),
		({ params }) => watch.onPermission(params),
	);
	const connection = app.connect(openGate(program.stream, watch));
	const agent: ClientContext = connection.agent;
	return {
		async ask(method, params, answer) {
			const answered = await agent.request(method, params).catch(async (error: unknown) => {
				throw connection.signal.aborted ? await gone(program, title, error) : error;
			});
			return answer.parse(answered);
		},
		tell: (method, params) => void agent.notify(method, params).catch(() => {}),
		lastActive: () => program.lastActive(),
		isOpen: () => !connection.signal.aborted,
		async [Symbol.asyncDispose]() {
			connection.close();
			await program[Symbol.asyncDispose]();
		},
	};
}

async function gone(program: SandboxProcess, title: string, cause: unknown): Promise<AgentGoneError> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<undefined>((resolve) => {
		timer = setTimeout(() => resolve(undefined), endMs);
	});
	const end = await Promise.race([program.ended, late]).finally(() => clearTimeout(timer));
	const words = end ? endWords(end) : 'has closed its output';
	return new AgentGoneError(`${title} ${words}.${lastWordsOf(program.lastWords())}`, { cause });
}
