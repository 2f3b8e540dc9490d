import type { Stripped } from '../dialect.ts';

/** Learned of a request while it is written anew. */
export interface Notes {
	/** A hosted feature was left out. `feature`: a name of ours, never a text of the request. */
	strip(feature: string): void;
	/** The request cannot be written without changing what it means. The first sentence counts. */
	refuse(sentence: string): void;
	/** An inline file of so many characters of base64, of this media type, stays. */
	weigh(mediaType: string, characters: number): void;
	taken(): Taken;
}

/** All that was noted. */
export interface Taken {
	readonly stripped: readonly Stripped[];
	readonly refusal: string | undefined;
	/** Characters of the inline files, which are no text. */
	readonly fileCharacters: number;
	/** Tokens that these files take, rather too many. */
	readonly fileTokens: number;
	/** One of them is no picture: how many pages or seconds it has is not known. */
	readonly hasDocument: boolean;
}

/** Tokens of a picture, whatever its size: Anthropic's largest is 4,784 (https://platform.claude.com/docs/en/build-with-claude/vision#evaluate-image-size). */
const pictureTokens = 5_000;
/** Characters of base64 for a token of a document, a sound or a film; a page of a PDF has some 50 kB and takes up to 3,000 (https://platform.claude.com/docs/en/build-with-claude/pdf-support). */
const fileCharactersPerToken = 20;

/** Nothing noted yet. */
export function createNotes(): Notes {
	const features = new Set<string>();
	let refusal: string | undefined;
	let fileCharacters = 0;
	let fileTokens = 0;
	let hasDocument = false;
	return {
		strip: (feature) => void features.add(feature),
		refuse: (sentence) => {
			refusal ??= sentence;
		},
		weigh: (mediaType, characters) => {
			fileCharacters += characters;
			fileTokens += tokensOf(mediaType, characters);
			hasDocument ||= !isPicture(mediaType);
		},
		taken: () => ({ stripped: [...features].map(strippedOf), refusal, fileCharacters, fileTokens, hasDocument }),
	};
}

function tokensOf(mediaType: string, characters: number): number {
	return isPicture(mediaType) ? pictureTokens : Math.ceil(characters / fileCharactersPerToken);
}

function isPicture(mediaType: string): boolean {
	return mediaType.startsWith('image/');
}

/** A feature with the sentence that people see. */
export function strippedOf(feature: string): Stripped {
	const sentence = `The agent's request asked for ${feature}, which the provider would run or fetch outside of the sandbox, so it was left out.`;
	return { feature, sentence };
}
