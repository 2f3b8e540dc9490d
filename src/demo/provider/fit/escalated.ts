import { isFields } from '../../model-server/grammar-problem.ts';
import type { ScriptedCall } from '../../model-server/script.ts';
import type { Conversation } from '../conversation.ts';

/** In these words codex tells a model how to ask for more than its own sandbox allows; where it may not ask, it says nothing of it. */
const way = 'Provide the `sandbox_permissions` parameter with the value `"require_escalated"`';

/** The call as one that asks a person first, where the agent wants that of a command that changes anything. Pure. */
export function escalated(call: ScriptedCall, { tools, turns }: Conversation): ScriptedCall {
	const tool = tools.find(({ name }) => name === call.name);
	const schema = tool?.kind === 'function' ? tool.schema : undefined;
	const properties = isFields(schema) && isFields(schema['properties']) ? schema['properties'] : {};
	const isAsked = turns.some(({ role, text }) => role === 'system' && text.includes(way));
	if (properties['sandbox_permissions'] === undefined || !isAsked || typeof call.arguments === 'string') return call;
	const justification = 'May I do the next step of the plan?';
	return { ...call, arguments: { ...call.arguments, sandbox_permissions: 'require_escalated', justification } };
}
