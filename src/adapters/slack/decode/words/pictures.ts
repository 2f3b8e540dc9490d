import { fileRefOf } from '../../files/file-refs.ts';
import { field, type Node, nodeIn, plainField, type Reading, textIn } from './reading.ts';

/** A picture by what is said of it. One that Slack holds comes along as a file. */
export function pictureOf(node: Node, reading: Reading): string {
	const file = nodeIn(node['slack_file']);
	const id = field(file, 'id');
	const ref = id === '' ? undefined : fileRefOf(reading.team, { id });
	if (ref) reading.files.push(ref);
	const said = [textIn(node['title']), plainField(node, 'alt_text'), plainField(node, 'image_url')];
	return named(ref ? 'a picture, which comes as a file' : 'a picture, which I cannot see', said);
}

/** A video by what is said of it. Pure. */
export function videoOf(node: Node): string {
	const said = ['title', 'description', 'alt_text', 'author_name', 'provider_name', 'title_url', 'video_url'];
	return named(
		'a video, which I cannot see',
		said.map((name) => textIn(node[name])),
	);
}

/** Something by its name, and by what is said of it: each once. Pure. */
export function named(what: string, said: readonly string[]): string {
	const words = [...new Set(said)].filter(Boolean).join('; ');
	return words === '' ? `(${what})` : `(${what}: ${words})`;
}
