import { AttachmentFlags, MessageFlags } from 'discord-api-types/v10';
import { attachmentIn, titledName } from '../../files/file-refs.ts';
import { field, lines, type Node, named, nodesIn, numberIn, type Reading } from './reading.ts';

/** Says of files, besides their names, which of them nobody here sees or hears, and how whoever shared them describes them. */
export function fileWords(message: Node, reading: Reading): string {
	const isVoice = (numberIn(message, 'flags') & MessageFlags.IsVoiceMessage) !== 0;
	return lines(...nodesIn(message['attachments'], reading).map((file) => wordsOf(file, isVoice)));
}

function wordsOf(file: Node, isVoice: boolean): string {
	const description = field(file, 'description');
	const name = titledName(field(file, 'filename'), field(file, 'title'));
	const media = mediaOf(file, isVoice);
	if (media !== '') return named(media, isVoice ? '' : name, description);
	if (description !== '') return named(`in words, ${name}`, description);
	return attachmentIn(file) ? '' : named('a file that Discord does not hand over', name);
}

function mediaOf(file: Node, isVoice: boolean): string {
	const type = field(file, 'content_type');
	const seconds = numberIn(file, 'duration_secs');
	const length = seconds > 0 ? ` of ${Math.round(seconds)} s` : '';
	if (isVoice) return `a voice message${length}, which I cannot hear`;
	if ((numberIn(file, 'flags') & AttachmentFlags.IsClip) !== 0) return `a clip${length}, which I cannot see`;
	if (type.startsWith('audio/')) return `a recording${length}, which I cannot hear`;
	return type.startsWith('video/') ? `a video${length}, which I cannot see` : '';
}
