/** Code, or the quotes of telephones and editors, around all of a text: a shell knows neither. */
const around = [/^```(?:[a-z]*\n)?([^`]+)```$/i, /^`([^`]+)`$/, /^“([^“”]+)”$/, /^„([^„“”]+)[“”]$/, /^«([^«»]+)»$/];

/** A command for a shell, as it is meant by somebody who has written it in a chat. Pure. */
export function shellCommandIn(text: string): string {
	const plain = text.replaceAll(/[^\S\n\t]/g, ' ').trim();
	const [inside] = around.flatMap((form) => form.exec(plain)?.[1] ?? []);
	return (inside ?? plain).trim();
}

/** A sentence on signs in a command that a shell reads otherwise than people do; undefined: there are none. Pure. */
export function shellRemark(command: string): string | undefined {
	const odd = new Set(command.match(/[“”„‘’‚«»–—]/g));
	if (odd.size === 0) return undefined;
	return `It is kept as it was written, with ${[...odd].join(' ')}: a shell takes none of them for a quote or a dash. If they were not meant, give it again in code, so that nothing changes them.`;
}
