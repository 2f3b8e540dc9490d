import type { Until } from '../../../chat/undelivered.ts';
import type { UploadFile } from '../../present/surface.ts';
import { slackCode } from '../api/problems/slack-sentence.ts';

/** One file on Slack: a file of ours, or several in a zip. */
export interface Parcel {
	readonly name: string;
	readonly files: readonly UploadFile[];
}

/** A parcel whose bytes Slack has under `id`, not yet shared. */
export interface SentParcel extends Parcel {
	readonly id: string;
}

/** Where it is kept in the outbox as what a file was uploaded, beside the file's own key. */
export function uploadKey(key: string): string {
	return `${key}/upload`;
}

/** Kept there: `F1` for a file by itself, `F1/12` for one of twelve in a zip. */
export function uploadId({ id, files }: SentParcel): string {
	return files.length === 1 ? id : `${id}/${files.length}`;
}

/** Slack's id of the file, and how many files it holds. */
export function readUploadId(kept: string): { readonly id: string; readonly count: number } {
	const [id = '', count = '1'] = kept.split('/');
	return { id, count: Number(count) };
}

/** Slack's codes that find fault with the file itself; from the pages of the methods below https://docs.slack.dev/reference/methods */
const ofFile = ['file_type_not_allowed', 'file_upload_size_restricted', 'file_uploads_except_images_disabled'];

/** When a file may be taken that Slack has refused so. Pure. */
export function untilOf(error: unknown): Until {
	return ofFile.includes(slackCode(error) ?? '') ? 'changed' : 'later';
}
