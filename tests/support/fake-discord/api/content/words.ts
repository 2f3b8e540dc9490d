import { type AnyComponent, walk } from '../form/check-components.ts';

/** The words of components, part by part. Pure. */
export function wordsOf(components: readonly AnyComponent[]): string[] {
	return walk(components).flatMap(({ component: { content, label } }) => [content, label].filter(isText));
}

function isText(value: string | undefined): value is string {
	return value !== undefined;
}
