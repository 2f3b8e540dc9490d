import { endOfJson, type Grammar, matchAt, type Scene } from './grammar.ts';

const header =
	/(?:<\|end\|>)?(?:<\|start\|>)?(?:assistant)?\s*(?:to=([\w.:/-]{1,256}))?\s*(?:<\|channel\|>)?\s*(commentary|analysis|final)?\s*(?:to=([\w.:/-]{1,256}))?\s*(?:<\|channel\|>\s*(?:commentary|analysis))?\s*(?:<\|constrain\|>)?\s*(?:json|code)?\s*(<\|message\|>)?\s*/y;
const messageEnd = /<\|(?:end|return|call|start|channel)\|>|$/g;

/** One message of gpt-oss: to a tool, or to people, or a thought. */
export const harmonyMessage: Grammar = (scene, at) => {
	const { text } = scene;
	const found = matchAt(header, text, at);
	if (!found) return undefined;
	const [whole, before, channel, after, message] = found;
	const start = at + whole.length;
	const name = before ?? after;
	if (name !== undefined) return callOf(scene, name, start);
	if (channel === undefined || message === undefined) return undefined;
	messageEnd.lastIndex = start;
	const next = messageEnd.exec(text)?.index ?? text.length;
	return { calls: [], words: channel === 'analysis' ? '' : text.slice(start, next), next };
};

function callOf(scene: Scene, name: string, at: number): ReturnType<Grammar> {
	const next = scene.text[at] === '{' ? endOfJson(scene, at) : undefined;
	return next === undefined ? undefined : { calls: [{ name, arguments: scene.text.slice(at, next) }], next };
}
