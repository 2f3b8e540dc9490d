import { type Node, parseSync, visitorKeys } from 'oxc-parser';
import { changesOf, type Standing } from './changes.ts';
import type { Mutant } from './mutant.ts';

/** A mutant before it has its number. */
export type Place = Omit<Mutant, 'id' | 'file'>;

interface Walk {
	readonly source: string;
	readonly found: Place[];
}

interface Step extends Standing {
	readonly isStatic: boolean;
}

/** All places of a source that can be changed, in the order in which they are written. Throws for what is no TypeScript. */
export function findMutants(file: string, source: string): readonly Place[] {
	const { program, errors } = parseSync(file, source);
	if (errors[0]) throw new Error(`Cannot read ${file}: ${errors[0].message}`);
	const found: Place[] = [];
	visit(program, { source, found }, { parent: undefined, decides: undefined, isStatic: true });
	return found.toSorted((one, other) => one.start - other.start || other.end - one.end);
}

function visit(node: Node, walk: Walk, step: Step): void {
	const { source, found } = walk;
	const textOf = ({ start, end }: Node) => source.slice(start, end);
	for (const { form, after } of changesOf(node, textOf, step)) {
		const { start, end } = node;
		const line = source.slice(0, start).split('\n').length;
		found.push({ line, start, end, form, before: textOf(node), after, isStatic: step.isStatic });
	}
	for (const { key, child } of childrenOf(node))
		visit(child, walk, {
			parent: node,
			decides: key === 'test' ? decidedBy[node.type] : undefined,
			isStatic: step.isStatic && !isFunction(node),
		});
}

const decidedBy: Readonly<Record<string, Standing['decides']>> = {
	ConditionalExpression: 'branch',
	DoWhileStatement: 'loop',
	ForStatement: 'loop',
	IfStatement: 'branch',
	WhileStatement: 'loop',
};

function isFunction({ type }: Node): boolean {
	return ['ArrowFunctionExpression', 'FunctionDeclaration', 'FunctionExpression', 'PropertyDefinition'].includes(type);
}

/** The parts of a node that are evaluated: no types, no names, nothing of imports. */
function childrenOf(node: Node): { readonly key: string; readonly child: Node }[] {
	const isType = node.type.startsWith('TS') && !wrappers.has(node.type);
	if (isType || node.type === 'ImportDeclaration' || node.type === 'ExportAllDeclaration') return [];
	const keys = (visitorKeys[node.type] ?? []).filter((key) => !isPassedOver(node, key));
	return keys.flatMap((key) =>
		[(node as unknown as Readonly<Record<string, unknown>>)[key]].flat().flatMap((child) => {
			return isNode(child) ? [{ key, child }] : [];
		}),
	);
}

/** TypeScript's nodes around an expression. */
const wrappers = new Set(['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression']);

function isPassedOver(node: Node, key: string): boolean {
	if (/^(type|return)[A-Z]|^(superTypeArguments|decorators|source)$/.test(key)) return true;
	return key === 'key' && !('computed' in node && node.computed);
}

function isNode(value: unknown): value is Node {
	return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
