/** Something that is to be known later, and each of the answers that are right. */
export interface Question {
	readonly ask: string;
	readonly answers: readonly string[];
}

/** What somebody tells in some conversations, and is asked later in others. */
export interface Scenario {
	readonly name: string;
	/** The messages of each conversation. */
	readonly conversations: readonly (readonly string[])[];
	readonly questions: readonly Question[];
}

/** A few of our own, to see that it works. */
export const sample: readonly Scenario[] = [
	{
		name: 'bakery',
		conversations: [
			['I run a bakery called Ofenglut in Graz. It has nine ovens, and we open at half past five.'],
			[
				'Our flour is from a mill in Retz. The contract with the mill ends in October 2029.',
				'The oldest oven is called Berta. We sell 1,150 rolls on a usual Saturday.',
			],
		],
		questions: [
			{ ask: 'In which city is my bakery?', answers: ['Graz'] },
			{ ask: 'How many ovens do we have?', answers: ['nine', '9'] },
			{ ask: 'When does the contract with the mill end?', answers: ['October 2029'] },
			{ ask: 'What is the oldest oven called?', answers: ['Berta'] },
			{ ask: 'How many rolls do we sell on a Saturday?', answers: ['1150'] },
			{ ask: 'Where is our flour from?', answers: ['Retz'] },
		],
	},
];

/** Whether one of the answers stands in words, whatever their case and punctuation: the rule of BFCL v4 (`agentic_checker.py`). Pure. */
export function isAnswered(words: string, answers: readonly string[]): boolean {
	const said = standard(words);
	return answers.some((answer) => holds(said, standard(answer)));
}

function standard(text: string): string {
	return text
		.replaceAll(/[,./\-_*^()]/g, '')
		.toLowerCase()
		.replaceAll("'", '"');
}

function holds(said: string, answer: string): boolean {
	const isWord = (letter: string | undefined) => letter !== undefined && /[\p{L}\p{N}_]/u.test(letter);
	for (let at = said.indexOf(answer); at >= 0 && answer !== ''; at = said.indexOf(answer, at + 1)) {
		if (!isWord(said[at - 1]) && !isWord(said[at + answer.length])) return true;
	}
	return false;
}
