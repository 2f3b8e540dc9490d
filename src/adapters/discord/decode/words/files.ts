import { AttachmentFlags, MessageFlags } from 'discord-api-types/v10';
import { titledName } from '../../files/file-refs.ts';
import { field, lines, type Node, named, nodesIn, type Reading } from './reading.ts';

/** Says of files, besides their names, which of them nobody here sees or hears, and how whoever shared them describes them. */
export function fileWords(message: Node, reading: Reading): string {
	const flags = Number(message['flags'] ?? 0);
	const isVoice = (flags & MessageFlags.IsVoiceMessage) !== 0;
	return lines(...nodesIn(message['attachments'], reading).map((file) => wordsOf(file, isVoice)));
}

function wordsOf(file: Node, isVoice: boolean): string {
	const description = field(file, 'description');
	const name = titledName(field(file, 'filename'), field(file, 'title'));
	const media = mediaOf(file, isVoice);
	if (media !== '') return named(media, isVoice ? '' : name, description);
	return description === '' ? '' : named(`in words, ${name}`, description);
}

function mediaOf(file: Node, isVoice: boolean): string {
	const type = field(file, 'content_type');
	const seconds = Number(file['duration_secs']);
	const length = seconds > 0 ? ` of ${Math.round(seconds)} s` : '';
	if (isVoice) return `a voice message${length}, which I cannot hear`;
	if ((Number(file['flags'] ?? 0) & AttachmentFlags.IsClip) !== 0) return `a clip${length}, which I cannot see`;
	if (type.startsWith('audio/')) return `a recording${length}, which I cannot hear`;
	return type.startsWith('video/') ? `a video${length}, which I cannot see` : '';
}
