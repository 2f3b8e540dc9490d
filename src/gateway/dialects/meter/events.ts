import { createLines, type Lines, mostLineBytes } from './lines.ts';

/** Takes an event stream apart into what its events carry: their `data`, several lines of it joined. Comments and other fields are passed over. */
export function createEvents(onData: (data: string) => void): Lines {
	let data: string[] = [];
	let length = 0;

	function take(line: string): void {
		const text = line.slice(line.startsWith('data: ') ? 6 : 5);
		length += text.length + 1;
		if (length <= mostLineBytes) data.push(text);
	}

	/** An event whose data is too long, in one line or in many, is passed over. */
	function give(): void {
		if (data.length > 0 && length <= mostLineBytes) onData(data.join('\n'));
		data = [];
		length = 0;
	}

	const lines = createLines((line) => {
		if (line === undefined) length = Number.POSITIVE_INFINITY;
		else if (line === '') give();
		else if (line.startsWith('data:')) take(line);
	});
	return {
		push: lines.push,
		end: () => {
			lines.end();
			give();
		},
	};
}
