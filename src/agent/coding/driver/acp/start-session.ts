import type { AcpLine } from './acp-line.ts';
import type { SessionWish } from './acp-options.ts';
import { initializedSchema, type StartedSession, startedSchema } from './wire.ts';

export interface AcpSession {
	readonly id: string;
	/** Sentences that people must be told about it. */
	readonly notices: readonly string[];
}

/** The version of the protocol that we speak. */
const protocolVersion = 1;

/** Makes a session with an agent that has just started. Rejects as `ask` does, and with an error whose message is a sentence. */
export async function startSession(line: AcpLine, title: string, wish: SessionWish): Promise<AcpSession> {
	const clientCapabilities = { fs: { readTextFile: false, writeTextFile: false }, terminal: false };
	const clientInfo = { name: 'threadsmith', version: '1' };
	const first = await line.ask('initialize', { protocolVersion, clientCapabilities, clientInfo }, initializedSchema);
	if (first.protocolVersion !== protocolVersion)
		throw new Error(
			`${title} speaks version ${first.protocolVersion} of the Agent Client Protocol, and only version 1 is known here. Make its image anew: ./threadsmith image agents.`,
		);
	const order = { cwd: '/workspace', mcpServers: [], ...(wish.meta && { _meta: wish.meta }) };
	const session = await line.ask('session/new', order, startedSchema);
	return { id: session.sessionId, notices: await setMode(line, title, session, wish.mode) };
}

async function setMode(line: AcpLine, title: string, session: StartedSession, mode?: string): Promise<string[]> {
	if (mode === undefined) return [];
	const change = modeChange(session, mode);
	if (change === 'set already') return [];
	const refused = change && (await line.ask(change.method, change.params, startedSchema.partial()).then(ok, failed));
	if (change && !refused) return [];
	const current = session.modes?.currentModeId ?? 'its own';
	return [`${title} did not take the mode "${mode}" and works in ${inQuotes(current)}.`];
}

const ok = (): false => false;
const failed = (): true => true;

function inQuotes(mode: string): string {
	return mode === 'its own' ? 'its own mode' : `"${mode.slice(0, 50)}"`;
}

type Change = { readonly method: string; readonly params: object };

/** The request after which a session works in a mode; undefined where it offers no such mode. Pure. */
export function modeChange(session: StartedSession, mode: string): Change | 'set already' | undefined {
	const { sessionId, modes, configOptions } = session;
	if (modes?.availableModes.some(({ id }) => id === mode))
		return modes.currentModeId === mode
			? 'set already'
			: { method: 'session/set_mode', params: { sessionId, modeId: mode } };
	const option = configOptions?.find(
		({ id, category, options }) => (category ?? id) === 'mode' && options.includes(mode),
	);
	if (!option) return undefined;
	if (option.currentValue === mode) return 'set already';
	return { method: 'session/set_config_option', params: { sessionId, configId: option.id, value: mode } };
}
