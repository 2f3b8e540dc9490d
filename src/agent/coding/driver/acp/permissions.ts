import { createSerial } from '../../../../base/serial.ts';
import type { PermissionAnswer, PermissionAsk, PermissionOption } from '../../permission.ts';
import type { ToolCard } from '../../update.ts';
import { bounds } from '../bounds.ts';
import { line } from '../safe-text.ts';
import { mergeCard } from './tool-card.ts';
import type { WireOption, WirePermission } from './wire.ts';

/** The protocol's answer to a request for permission. */
export interface WireAnswer {
	readonly outcome: { readonly outcome: 'cancelled' } | { readonly outcome: 'selected'; readonly optionId: string };
}

const refused: PermissionAnswer = { kind: 'refused' };
const cancelled: WireAnswer = { outcome: { outcome: 'cancelled' } };

/** The permissions that are asked for in one prompt, put to people one after another. */
export interface Permissions {
	/** Never rejects. */
	ask(request: WirePermission): Promise<WireAnswer>;
	/** Somebody is being asked: the agent waits, and is not to be taken for stuck. */
	isAsking(): boolean;
	/** How long somebody was being asked, up to now, ms. */
	askedMs(): number;
}

export interface PermissionsOptions {
	/** The card of the tool that it is about, where there is one. */
	readonly card: (id: string) => ToolCard | undefined;
	readonly onPermission: (ask: PermissionAsk) => Promise<PermissionAnswer>;
	/** Told once, when so much was asked that from now on the answer is no. */
	readonly onTooMany: () => void;
	/** Ends all waiting: the prompt's end. */
	readonly signal: AbortSignal;
}

export function createPermissions({ card, onPermission, onTooMany, signal }: PermissionsOptions): Permissions {
	const inTurn = createSerial();
	const over = aborted(signal);
	let count = 0;
	let open = 0;
	let askedBefore = 0;
	let since = 0;

	async function put(request: WirePermission): Promise<WireAnswer> {
		if (signal.aborted) return cancelled;
		const ask = askOf(request, card(request.toolCall.toolCallId));
		// Nothing to say yes to.
		if (!ask.options.some(({ kind }) => kind.startsWith('allow'))) return answerOf(refused, ask.options);
		const answer = await Promise.race([onPermission(ask).catch(() => refused), over]);
		return answerOf(answer, ask.options);
	}

	return {
		async ask(request) {
			count += 1;
			if (count === bounds.permissions + 1) onTooMany();
			if (count > bounds.permissions) return answerOf(refused, request.options.map(optionOf));
			if (open === 0) since = Date.now();
			open += 1;
			return inTurn(() => put(request)).finally(() => {
				open -= 1;
				if (open === 0) askedBefore += Date.now() - since;
			});
		},
		isAsking: () => open > 0,
		askedMs: () => askedBefore + (open > 0 ? Date.now() - since : 0),
	};
}

/** The question to people, of what the request and the tool's card tell. Pure. */
function askOf({ toolCall, options }: WirePermission, known: ToolCard | undefined): PermissionAsk {
	const { id, title, whole = title, toolKind, results } = mergeCard(known, toolCall);
	return { id, title: whole, toolKind, diffs: results?.diffs ?? [], options: options.map(optionOf) };
}

function optionOf({ optionId, name, kind }: WireOption): PermissionOption {
	return { id: optionId, name: line(name, bounds.optionName), kind };
}

/** In the protocol's words; what was not offered counts as no, and where there is no way to say no, the request is cancelled. Pure. */
function answerOf(answer: PermissionAnswer, options: readonly PermissionOption[]): WireAnswer {
	if (answer.kind === 'cancelled') return cancelled;
	const chosen = answer.kind === 'option' ? options.find(({ id }) => id === answer.id) : undefined;
	const no = options.find(({ kind }) => kind === 'reject_once') ?? options.find(({ kind }) => kind === 'reject_always');
	const optionId = (chosen ?? no)?.id;
	return optionId === undefined ? cancelled : { outcome: { outcome: 'selected', optionId } };
}

function aborted(signal: AbortSignal): Promise<PermissionAnswer> {
	const { promise, resolve } = Promise.withResolvers<PermissionAnswer>();
	signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
	return promise;
}
