/** Whose notes they are. `place`, `channel` and `person` are names of folders; a person's are of one place. */
export type NotesOf =
	| { readonly kind: 'session'; readonly session: string }
	| { readonly kind: 'place'; readonly place: string }
	| { readonly kind: 'channel'; readonly place: string; readonly channel: string }
	| { readonly kind: 'person'; readonly place: string; readonly person: string };

export interface NoteFile {
	readonly name: string;
	/** When it was changed last, ISO 8601. */
	readonly changed: string;
	/** Differs from every earlier one of that name once it has changed, whatever its content. */
	readonly stamp: string;
}

/** Small files of text that people may read, and change by hand. Names are of one folder: what could lead out of it is refused with a `TypeError`. */
export interface Notes {
	/** The regular files there are, by name; at most 1,000. */
	list(): Promise<readonly NoteFile[]>;
	/** Undefined when there is none. Rejects with `CorruptFileError` for what is no regular file, and for more than 256 KiB. */
	read(name: string): Promise<string | undefined>;
	/** Replaces it atomically and durably, and sets a folder aside that stands there; its folder is made with the first one. Two writes of one name must not overlap. */
	write(name: string, text: string): Promise<void>;
	/** Nothing happens when there is none. */
	remove(name: string): Promise<void>;
}

/** All notes of one session, place, channel or person. */
export interface NoteFolder {
	/** One Markdown file a memory. */
	readonly memories: Notes;
	/** The index of the memories, and instructions. */
	readonly own: Notes;
	/** Removes what unfinished writes of a process that has died have left. */
	sweep(): Promise<void>;
	/** Removes all of it, for good; of a session nothing: its folder is erased as a whole. */
	erase(): Promise<void>;
}

/** The notes below a data folder. */
export interface NoteFolders {
	/** For the same notes it is one object; nothing is made yet. Throws a `TypeError` for what cannot be a folder's name. */
	open(of: NotesOf): NoteFolder;
	/** Those of channels and people that there are: in one place, or in all. */
	list(place?: string): Promise<readonly NotesOf[]>;
}

/** The name of the index among a session's, a channel's or a person's own notes. */
export const indexName = 'memory_registry.json';
/** The name of the instructions for the Brain among the own notes of a place, a channel or a person. */
export const instructionsName = 'AGENTS.md';
