import { sanitise, tailOf } from '../../../guest/sanitise.ts';
import type { ProcessEnd, SandboxProcess } from '../../../opened-process.ts';
import type { ProcessLink } from '../../../process-link.ts';
import { mostWords, type ProcessNote } from '../../../process-wire.ts';
import { createProcessStream } from './process-stream.ts';

/** A process of a guest, as its notes tell of it. */
export interface HostProcess {
	readonly number: number;
	readonly seen: Pick<SandboxProcess, 'stream' | 'lastWords' | 'ended' | 'lastActive'>;
	/** A note of the guest's. Throws, as half a sentence, where it breaks the rules. */
	take(note: ProcessNote): void;
	/** The sandbox is gone, for this reason. */
	lose(why: string): void;
	/** Nobody reads or writes any more. */
	drop(): void;
}

export function createHostProcess(number: number, link: ProcessLink): HostProcess {
	const ended = Promise.withResolvers<ProcessEnd>();
	const io = createProcessStream(link, () => {
		active = Date.now();
	});
	let active = Date.now();
	let words: Uint8Array = Buffer.of();

	function take(note: ProcessNote): void {
		link.take(note);
		switch (note.kind) {
			case 'data':
				io.push(note.bytes);
				return;
			case 'words':
				words = note.bytes;
				return;
			case 'ended':
				ended.resolve(endOf(note));
				words = note.words;
				io.end();
				return;
			case 'end':
				throw new Error('it said that there is no more for it');
			case 'credit':
		}
	}

	return {
		number,
		seen: {
			stream: io.stream,
			lastWords: () => tailOf(sanitise(Buffer.from(words).toString('utf8')), mostWords),
			ended: ended.promise,
			lastActive: () => active,
		},
		take,
		lose(why) {
			ended.resolve({ kind: 'lost', why });
			io.fail(new Error(`The process is gone: its sandbox ended: ${why}`));
		},
		drop: io.drop,
	};
}

function endOf({ code, signal }: Extract<ProcessNote, { kind: 'ended' }>): ProcessEnd {
	if (signal !== undefined) return { kind: 'signal', signal };
	if (code !== undefined) return { kind: 'exit', code };
	throw new Error('it told of an end that is none');
}
