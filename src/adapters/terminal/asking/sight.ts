/** The session that the person looks at; while a command may lead into another one, none. Any, until the first such command. */
export interface Sight {
	shows(session: string): boolean;
	hide(): void;
	/** True when it is another one than was shown before. */
	show(session: string): boolean;
}

export function createSight(): Sight {
	let shown: string | undefined;
	let isHidden = false;
	return {
		shows: (session) => !isHidden && (shown ?? session) === session,
		hide() {
			isHidden = true;
		},
		show(session) {
			const isOther = shown !== undefined && shown !== session;
			shown = session;
			isHidden = false;
			return isOther;
		},
	};
}
