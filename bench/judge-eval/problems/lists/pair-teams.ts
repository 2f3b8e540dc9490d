import type { Problem } from '../../problem.ts';
import { fault, list, py, record, text } from '../words.ts';

export const pairTeams: Problem = {
	order: {
		name: 'lists/pair_teams',
		purpose:
			'All games of a tournament in which each team plays each other one once, in the order of the list: the first team against all later ones, then the second and so on, as [home, away]; the team that stands first in the list is at home. Also how many games each team has. Fewer than 2 teams, or one that is there twice, are refused.',
		input: record({ teams: list(text) }),
		output: record({ games: list(list(text)), each: { type: 'integer' } }),
		examples: [
			{
				input: { teams: ['A', 'B', 'C'] },
				output: {
					games: [
						['A', 'B'],
						['A', 'C'],
						['B', 'C'],
					],
					each: 2,
				},
			},
			{ input: { teams: ['Z', 'Y'] }, output: { games: [['Z', 'Y']], each: 1 } },
		],
		rejects: [{ input: { teams: ['A'] } }],
	},
	right: py`
def run(input: dict) -> dict:
    teams = input["teams"]
    if len(teams) < 2:
        raise ValueError("There must be at least 2 teams")
    if len(set(teams)) < len(teams):
        raise ValueError("A team is there twice")
    games = [[home, away] for at, home in enumerate(teams) for away in teams[at + 1 :]]
    return {"games": games, "each": len(teams) - 1}
`,
	other: [
		py`
from itertools import combinations


def run(input: dict) -> dict:
    teams = list(dict.fromkeys(input["teams"]))
    if teams != input["teams"] or len(teams) <= 1:
        raise ValueError("teams must be two or more different ones")
    games = [list(pair) for pair in combinations(teams, 2)]
    return {"games": games, "each": 2 * len(games) // len(teams)}
`,
	],
	tests: [
		{
			name: 'four',
			input: { teams: ['d', 'c', 'b', 'a'] },
			output: {
				games: [
					['d', 'c'],
					['d', 'b'],
					['d', 'a'],
					['c', 'b'],
					['c', 'a'],
					['b', 'a'],
				],
				each: 3,
			},
		},
		{ name: 'other letters', input: { teams: ['é', 'e'] }, output: { games: [['é', 'e']], each: 1 } },
		{ name: 'twice', input: { teams: ['a', 'b', 'a'] }, error: '' },
		{ name: 'none', input: { teams: [] }, error: '' },
		{
			name: 'by case different',
			input: { teams: ['a', 'A', 'b'] },
			output: {
				games: [
					['a', 'A'],
					['a', 'b'],
					['A', 'b'],
				],
				each: 2,
			},
		},
		{
			name: 'names with spaces',
			input: { teams: ['Red A', 'Blue B'] },
			output: { games: [['Red A', 'Blue B']], each: 1 },
		},
	],
	wrong: [
		{ of: 5, output: { games: [['Blue B', 'Red A']], each: 1 }, why: 'by the alphabet' },
		{ of: 4, error: '', why: 'took names of another case for the same' },
		{
			of: 0,
			output: {
				games: [
					['d', 'c'],
					['d', 'b'],
					['d', 'a'],
					['c', 'b'],
					['c', 'a'],
					['b', 'a'],
				],
				each: 6,
			},
			why: 'all games for those of each',
		},
	],
	faults: [
		fault('off-by-one', ['teams[at + 1 :]', 'teams[at:]']),
		fault('operator', ['"each": len(teams) - 1', '"each": len(games)']),
		fault('missing-case', [
			'    if len(set(teams)) < len(teams):\n        raise ValueError("A team is there twice")\n',
			'',
		]),
		fault('order', ['[[home, away] for', '[sorted([home, away]) for']),
		fault('boundary', ['len(teams) < 2', 'len(teams) < 1']),
		fault('order', [
			'enumerate(teams) for away in teams[at + 1 :]]',
			'enumerate(teams) for away in reversed(teams[at + 1 :])]',
		]),
	],
};
