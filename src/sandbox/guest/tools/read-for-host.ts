import { readDocumentArgs, readDocumentResult, viewPictureArgs, viewPictureResult } from '../../built-ins.ts';
import { pathOf } from '../files/open-file.ts';
import { sanitise } from '../sanitise.ts';
import { askReader } from './ask-reader.ts';
import { defineTool, failed, type GuestTool } from './guest-tool.ts';

/** Seconds that one document, and one picture, may take. */
const documentTime = 60;
const pictureTime = 30;

/** Hidden: the text of a document. `folder` holds the reader. */
export function createReadDocument(folder: string): GuestTool {
	return defineTool({
		name: 'read_document',
		description: 'Read the text of a document.',
		args: readDocumentArgs,
		run: async ({ path }, call) => {
			const data = readDocumentResult.safeParse(
				await askReader(`${folder}/read_document.py`, [path], documentTime, call),
			).data;
			if (data === undefined) return failed('The reader said what is no answer');
			return { text: 'problem' in data ? sanitise(data.problem) : `${data.text.length} characters`, data };
		},
	});
}

/** Hidden: a picture, or a page of a PDF, as a model can take it. `folder` holds the reader. */
export function createViewPicture(folder: string): GuestTool {
	return defineTool({
		name: 'view_picture',
		description: 'Look at a picture.',
		args: viewPictureArgs,
		run: async ({ path, page = 1 }, call) => {
			const data = viewPictureResult.safeParse(
				await askReader(`${folder}/view_picture.py`, [pathOf(path), String(page)], pictureTime, call),
			).data;
			if (data === undefined) return failed('The reader said what is no answer');
			return { text: 'problem' in data ? sanitise(data.problem) : `${data.data.length} characters`, data };
		},
	});
}
