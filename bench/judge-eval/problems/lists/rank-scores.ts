import type { Problem } from '../../problem.ts';
import { fault, list, number, py, record, text, whole } from '../words.ts';

export const rankScores: Problem = {
	order: {
		name: 'lists/rank_scores',
		purpose:
			'Rank players by their scores, highest first: equal scores share a rank and the next one is skipped (1, 2, 2, 4); among equals names stand in the order of the alphabet. Nobody, or a name that is there twice, is refused.',
		input: record({ players: list(record({ name: text, score: number })) }),
		output: record({ ranking: list(record({ rank: whole, name: text, score: number })) }),
		examples: [
			{
				input: {
					players: [
						{ name: 'Bo', score: 5 },
						{ name: 'Al', score: 5 },
						{ name: 'Cy', score: 3 },
					],
				},
				output: {
					ranking: [
						{ rank: 1, name: 'Al', score: 5 },
						{ rank: 1, name: 'Bo', score: 5 },
						{ rank: 3, name: 'Cy', score: 3 },
					],
				},
			},
			{ input: { players: [{ name: 'Al', score: -1 }] }, output: { ranking: [{ rank: 1, name: 'Al', score: -1 }] } },
		],
		rejects: [{ input: { players: [] } }],
	},
	right: py`
def run(input: dict) -> dict:
    players = input["players"]
    if not players:
        raise ValueError("There are no players")
    if len({player["name"] for player in players}) < len(players):
        raise ValueError("A name is there twice")
    ranked = sorted(players, key=lambda player: (-player["score"], player["name"]))
    ranking = []
    for place, player in enumerate(ranked, 1):
        same = bool(ranking) and ranking[-1]["score"] == player["score"]
        rank = ranking[-1]["rank"] if same else place
        ranking.append({"rank": rank, "name": player["name"], "score": player["score"]})
    return {"ranking": ranking}
`,
	other: [
		py`
from collections import Counter


def run(input: dict) -> dict:
    names = Counter(player["name"] for player in input["players"])
    if not names or max(names.values()) > 1:
        raise ValueError("Give players, each once")
    scores = [player["score"] for player in input["players"]]
    ranking = [
        {"rank": 1 + sum(other > player["score"] for other in scores), "name": player["name"], "score": player["score"]}
        for player in input["players"]
    ]
    ranking.sort(key=lambda one: one["name"])
    ranking.sort(key=lambda one: one["rank"])
    return {"ranking": ranking}
`,
	],
	tests: [
		{
			name: 'all equal',
			input: {
				players: [
					{ name: 'b', score: 0 },
					{ name: 'a', score: 0 },
				],
			},
			output: {
				ranking: [
					{ rank: 1, name: 'a', score: 0 },
					{ rank: 1, name: 'b', score: 0 },
				],
			},
		},
		{
			name: 'ties in the middle',
			input: {
				players: [
					{ name: 'a', score: 1 },
					{ name: 'b', score: 2 },
					{ name: 'c', score: 2 },
					{ name: 'd', score: 9 },
				],
			},
			output: {
				ranking: [
					{ rank: 1, name: 'd', score: 9 },
					{ rank: 2, name: 'b', score: 2 },
					{ rank: 2, name: 'c', score: 2 },
					{ rank: 4, name: 'a', score: 1 },
				],
			},
		},
		{
			name: 'negative and decimal',
			input: {
				players: [
					{ name: 'x', score: -2.5 },
					{ name: 'y', score: -2 },
				],
			},
			output: {
				ranking: [
					{ rank: 1, name: 'y', score: -2 },
					{ rank: 2, name: 'x', score: -2.5 },
				],
			},
		},
		{
			name: 'three in order',
			input: {
				players: [
					{ name: 'p', score: 3 },
					{ name: 'q', score: 2 },
					{ name: 'r', score: 1 },
				],
			},
			output: {
				ranking: [
					{ rank: 1, name: 'p', score: 3 },
					{ rank: 2, name: 'q', score: 2 },
					{ rank: 3, name: 'r', score: 1 },
				],
			},
		},
		{
			name: 'twice',
			input: {
				players: [
					{ name: 'a', score: 1 },
					{ name: 'a', score: 2 },
				],
			},
			error: '',
		},
		{
			name: 'zero',
			input: { players: [{ name: 'z', score: 0 }] },
			output: { ranking: [{ rank: 1, name: 'z', score: 0 }] },
		},
	],
	wrong: [
		{
			of: 1,
			output: {
				ranking: [
					{ rank: 1, name: 'd', score: 9 },
					{ rank: 2, name: 'b', score: 2 },
					{ rank: 2, name: 'c', score: 2 },
					{ rank: 3, name: 'a', score: 1 },
				],
			},
			why: 'dense ranks',
		},
		{
			of: 0,
			output: {
				ranking: [
					{ rank: 1, name: 'b', score: 0 },
					{ rank: 1, name: 'a', score: 0 },
				],
			},
			why: 'equals as they came',
		},
		{
			of: 2,
			output: {
				ranking: [
					{ rank: 1, name: 'x', score: -2.5 },
					{ rank: 2, name: 'y', score: -2 },
				],
			},
			why: 'lowest first',
		},
	],
	faults: [
		fault('operator', ['if same else place', 'if same else (ranking[-1]["rank"] + 1 if ranking else 1)']),
		fault('order', ['(-player["score"], player["name"])', '-player["score"]']),
		fault('off-by-one', ['enumerate(ranked, 1)', 'enumerate(ranked)']),
		fault(
			'missing-case',
			['ranking[-1]["rank"] if same else place', 'place'],
			['        same = bool(ranking) and ranking[-1]["score"] == player["score"]\n', ''],
		),
		fault('order', ['(-player["score"], player["name"])', '(player["score"], player["name"])']),
		fault('missing-case', [
			'    if len({player["name"] for player in players}) < len(players):\n        raise ValueError("A name is there twice")\n',
			'',
		]),
	],
};
