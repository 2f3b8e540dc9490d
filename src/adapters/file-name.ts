/** Control characters and marks that show nothing or reorder text, and what has a meaning in a platform's texts or in paths. */
const unfit = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}<>&:"|?*]/gu;
const maxCharacters = 120;

/** The last part of `name`, fit for a platform and for whoever saves it there: at most 120 characters, the extension kept, never empty. Pure. */
export function safeFileName(name: string): string {
	const parts = name.toWellFormed().normalize('NFC').split(/[/\\]/).map(clean);
	return shorten(parts.findLast((part) => part !== '') ?? 'file');
}

/** `name`, or the first of `stem-2.ext`, `stem-3.ext`, … that is not in `taken`; it is added there. */
export function takeName(name: string, taken: Set<string>): string {
	const dot = name.lastIndexOf('.');
	const [stem, ending] = dot > 0 ? [name.slice(0, dot), name.slice(dot)] : [name, ''];
	let free = name;
	for (let number = 2; taken.has(free); number += 1) free = `${stem}-${number}${ending}`;
	taken.add(free);
	return free;
}

function clean(part: string): string {
	return part
		.replaceAll(/\s+/gu, ' ')
		.replaceAll(unfit, '')
		.replace(/^[.\s-]+/, '')
		.trim();
}

function shorten(name: string): string {
	const characters = [...name];
	if (characters.length <= maxCharacters) return name;
	const ending = /\.[\p{L}\p{N}]{1,16}$/u.exec(name)?.[0] ?? '';
	return characters.slice(0, maxCharacters - ending.length).join('') + ending;
}
