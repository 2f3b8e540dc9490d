import type { Fields } from '../grammar-problem.ts';

/** Says what a template has against a history, undefined when nothing. Histories are well formed otherwise (`message-grammar.ts`). */
export type TemplateRule = (messages: readonly Fields[]) => string | undefined;

/** The first objection of several rules. */
export function allOf(...rules: readonly TemplateRule[]): TemplateRule {
	return (messages) => {
		for (const rule of rules) {
			const problem = rule(messages);
			if (problem !== undefined) return problem;
		}
		return undefined;
	};
}

/** An objection to each message that `is` true of. */
export function none(is: (message: Fields, before: Fields | undefined) => boolean, problem: string): TemplateRule {
	return (messages) => (messages.some((message, at) => is(message, messages[at - 1])) ? problem : undefined);
}

/** Roles that alternate from a person on, counted without those that `counts` leaves out. */
export function alternate(counts: (message: Fields) => boolean, problem: string): TemplateRule {
	return (messages) => {
		const counted = messages.filter(({ role }) => role !== 'system').filter(counts);
		return counted.some(({ role }, at) => (role === 'user') !== (at % 2 === 0)) ? problem : undefined;
	};
}

export function first(roles: readonly string[], problem: string): TemplateRule {
	return (messages) => {
		const [message] = messages.filter(({ role }) => role !== 'system');
		return message !== undefined && roles.includes(String(message['role'])) ? undefined : problem;
	};
}

export function last(roles: readonly string[], problem: string): TemplateRule {
	return (messages) => (roles.includes(String(messages.at(-1)?.['role'])) ? undefined : problem);
}

export function callsOf(message: Fields): readonly Fields[] {
	return Array.isArray(message['tool_calls']) ? message['tool_calls'] : [];
}

export function isFilled({ content }: Fields): boolean {
	return (typeof content === 'string' && content.trim() !== '') || (Array.isArray(content) && content.length > 0);
}

/** Whether words of a person stand right after what is no model's. */
export function userAfter(role: string): (message: Fields, before: Fields | undefined) => boolean {
	return (message, before) => message['role'] === 'user' && before?.['role'] === role;
}
