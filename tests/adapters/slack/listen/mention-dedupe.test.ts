import { describe, expect, it } from 'vitest';
import { createMentionDedupe, type Delivery } from '../../../../src/adapters/slack/listen/mention-dedupe.ts';
import { createHandClock } from '../../../support/jumping-clock.ts';

function open() {
	const clock = createHandClock();
	const dedupe = createMentionDedupe({ clock });
	const taken: string[] = [];
	let failing = false;
	const take = (what: string) => async () => {
		if (failing) throw new Error('the disk is full');
		taken.push(what);
	};
	return {
		clock,
		taken,
		fail: (now: boolean) => {
			failing = now;
		},
		hurry: (thread: string) => dedupe.hurry(thread),
		deliver: (kind: Delivery['kind'], files: number) =>
			dedupe.handle(
				{ key: 'T1/C1/1.1', thread: 'T1-C1-1.1', kind, files },
				{ all: take(`${kind} ${files}`), filesAlone: take(`files ${files}`) },
			),
	};
}

describe('the two deliveries of a message', () => {
	it('are taken in once when the message comes first', async () => {
		const { taken, deliver } = open();
		await deliver('message', 1);
		await deliver('app_mention', 0);
		expect(taken).toEqual(['message 1']);
	});

	it('are taken in once, with the files, when the mention comes first without them', async () => {
		const { taken, deliver } = open();
		const mention = deliver('app_mention', 0);
		expect(taken).toEqual([]);
		await deliver('message', 1);
		await mention;
		expect(taken).toEqual(['message 1']);
	});

	it('are taken in at once when the mention comes first with its files', async () => {
		const { taken, deliver } = open();
		await deliver('app_mention', 1);
		await deliver('message', 0);
		expect(taken).toEqual(['app_mention 1']);
	});

	it('lose no file when only the second one has it', async () => {
		const { taken, deliver } = open();
		await deliver('message', 0);
		await deliver('app_mention', 2);
		expect(taken).toEqual(['message 0', 'files 2']);
	});

	it('are held no longer once something else is said in their thread, and lose no file by that', async () => {
		const { taken, deliver, hurry } = open();
		const mention = deliver('app_mention', 0);
		hurry('T1-C1-2.2');
		expect(taken).toEqual([]);
		hurry('T1-C1-1.1');
		expect(taken).toEqual(['app_mention 0']);
		await mention;
		await deliver('message', 1);
		expect(taken).toEqual(['app_mention 0', 'files 1']);
	});

	it('are held with others of their thread, of which all but the one that is named are taken in, in order', async () => {
		const clock = createHandClock();
		const dedupe = createMentionDedupe({ clock });
		const taken: string[] = [];
		const mention = (key: string, thread: string) => {
			const take = async () => void taken.push(key);
			return dedupe.handle({ key, thread, kind: 'app_mention', files: 0 }, { all: take, filesAlone: take });
		};
		const held = [mention('1', 'a'), mention('2', 'b'), mention('3', 'a'), mention('4', 'a')];
		dedupe.hurry('a', '3');
		dedupe.hurry('a', '3');
		expect(taken).toEqual(['1', '4']);
		await clock.advance(1000);
		await Promise.all(held);
		expect(taken).toEqual(['1', '4', '2', '3']);
	});

	it('need not both come: a mention alone is taken in after a second', async () => {
		const { clock, taken, deliver } = open();
		const mention = deliver('app_mention', 0);
		await clock.advance(999);
		expect(taken).toEqual([]);
		await clock.advance(1);
		await mention;
		expect(taken).toEqual(['app_mention 0']);
		await deliver('message', 1);
		expect(taken).toEqual(['app_mention 0', 'files 1']);
	});

	it('are taken in again when they are delivered again: the store knows them', async () => {
		const { taken, deliver } = open();
		await deliver('message', 0);
		await deliver('message', 0);
		expect(taken).toEqual(['message 0', 'message 0']);
	});

	it('both fail when they cannot be taken in, and are new when they come again', async () => {
		const { taken, deliver, fail } = open();
		fail(true);
		const mention = deliver('app_mention', 0);
		const message = deliver('message', 1);
		await expect(message).rejects.toThrow('disk');
		await expect(mention).rejects.toThrow('disk');
		fail(false);
		await deliver('message', 1);
		await deliver('app_mention', 0);
		expect(taken).toEqual(['message 1']);
	});

	it('are forgotten after ten minutes', async () => {
		const { clock, taken, deliver } = open();
		await deliver('message', 0);
		await clock.advance(600_001);
		const late = deliver('app_mention', 0);
		await clock.advance(1000);
		await late;
		expect(taken).toEqual(['message 0', 'app_mention 0']);
	});
});
