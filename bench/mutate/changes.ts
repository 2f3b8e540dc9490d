import type { Expression, Node } from 'oxc-parser';

/** Where a node stands, as far as its changes depend on it. */
export interface Standing {
	readonly parent: Node | undefined;
	/** It decides which way is gone, and is nothing else. */
	readonly decides: 'branch' | 'loop' | undefined;
}

/** A change of a node: what is written in its place. */
export interface Change {
	readonly form: 'expression' | 'statement';
	readonly after: string;
}

type TextOf = (node: Node) => string;
type NodeOf<Type extends Node['type']> = Extract<Node, { readonly type: Type }>;
type Changers = {
	readonly [Type in Node['type']]?: (node: NodeOf<Type>, textOf: TextOf, standing: Standing) => readonly string[];
};

const bounds: Readonly<Record<string, string>> = { '<': '<=', '<=': '<', '>': '>=', '>=': '>' };
const negated: Readonly<Record<string, string>> = { '===': '!==', '!==': '===', '==': '!=', '!=': '==' };
const arithmetic: Readonly<Record<string, string>> = { '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' };

/** Methods whose place another one can take. */
const instead: Readonly<Record<string, string>> = {
	some: 'every',
	every: 'some',
	min: 'max',
	max: 'min',
	startsWith: 'endsWith',
	endsWith: 'startsWith',
	find: 'findLast',
	findLast: 'find',
};
/** Methods whose result can be taken for what they are called on. */
const leavable = new Set(['filter', 'toSorted', 'toReversed', 'trim', 'slice', 'replaceAll']);

const ofExpressions: Changers = {
	BinaryExpression: ({ left, operator, right }, textOf, { decides }) => {
		const swapped = bounds[operator] ?? (decides ? undefined : negated[operator]) ?? calculated(operator, left, right);
		return swapped === undefined ? [] : [`${textOf(left)} ${swapped} ${textOf(right)}`];
	},
	CallExpression: ({ callee, arguments: args, optional }, textOf) => {
		if (callee.type !== 'MemberExpression' || callee.computed || optional || textOf(callee).includes('?.')) return [];
		const { object, property } = callee;
		const name = textOf(property);
		const other = instead[name];
		const written = args.map((one) => textOf(one)).join(', ');
		return [
			...(other === undefined ? [] : [`${textOf(object)}.${other}(${written})`]),
			...(leavable.has(name) ? [textOf(object)] : []),
		];
	},
	Literal: ({ value }, textOf, { parent, decides }) => {
		if (typeof value === 'boolean') return decides ? [] : [String(!value)];
		if (typeof value === 'number') return [value < 10 ? String(value + 1) : `${value * 2}`];
		if (typeof value !== 'string') return [];
		if (parent?.type === 'SwitchCase') return ['undefined'];
		return parent?.type === 'ArrayExpression' && textOf(parent).length > 0 && value !== '' ? ["''"] : [];
	},
	LogicalExpression: ({ left, right }, textOf) => [textOf(left), textOf(right)],
	UnaryExpression: ({ operator, argument }, textOf, { decides }) =>
		operator === '!' && !decides ? [`Boolean(${textOf(argument)})`] : [],
};

const ofStatements: Changers = {
	ExpressionStatement: ({ expression }, textOf) => {
		if (isForTheLog(expression, textOf)) return [];
		return ['', ...(expression.type === 'AwaitExpression' ? [`${textOf(expression.argument)};`] : [])];
	},
	ThrowStatement: () => [''],
};

function calculated(operator: string, ...operands: readonly (Expression | Node)[]): string | undefined {
	const isText = operands.some(({ type }) => type === 'TemplateLiteral');
	const isWord = operands.some((one) => one.type === 'Literal' && typeof one.value === 'string');
	return isText || isWord ? undefined : arithmetic[operator];
}

/** The log promises nothing. */
function isForTheLog(expression: Expression, textOf: TextOf): boolean {
	return expression.type === 'CallExpression' && /\blog\??\.(debug|info|warn|error)$/.test(textOf(expression.callee));
}

/** All that could stand in the place of a node and would have to be noticed. Pure. */
export function changesOf(node: Node, textOf: TextOf, standing: Standing): readonly Change[] {
	const ways = { branch: ['true', 'false'], loop: ['false'] } as const;
	const decided = standing.decides ? ways[standing.decides] : [];
	return [
		...[...decided, ...of(ofExpressions, node, textOf, standing)].map(
			(after) => ({ form: 'expression', after }) as const,
		),
		...of(ofStatements, node, textOf, standing).map((after) => ({ form: 'statement', after }) as const),
	];
}

function of<Type extends Node['type']>(
	changers: Changers,
	node: NodeOf<Type>,
	textOf: TextOf,
	standing: Standing,
): readonly string[] {
	const change = changers[node.type] as
		| ((node: NodeOf<Type>, textOf: TextOf, standing: Standing) => readonly string[])
		| undefined;
	return change?.(node, textOf, standing) ?? [];
}
