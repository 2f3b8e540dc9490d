import type { Problem } from './problem.ts';
import { addWorkdays } from './problems/dates/add-workdays.ts';
import { countDays } from './problems/dates/count-days.ts';
import { findGaps } from './problems/dates/find-gaps.ts';
import { formatDuration } from './problems/dates/format-duration.ts';
import { listWeeks } from './problems/dates/list-weeks.ts';
import { csvToJson } from './problems/files/csv-to-json.ts';
import { filterCsv } from './problems/files/filter-csv.ts';
import { jsonToCsv } from './problems/files/json-to-csv.ts';
import { mergeCsv } from './problems/files/merge-csv.ts';
import { monthlyReport } from './problems/files/monthly-report.ts';
import { plotBars } from './problems/files/plot-bars.ts';
import { plotLines } from './problems/files/plot-lines.ts';
import { splitBook } from './problems/files/split-book.ts';
import { sumBook } from './problems/files/sum-book.ts';
import { summariseCsv } from './problems/files/summarise-csv.ts';
import { chunkItems } from './problems/lists/chunk-items.ts';
import { dedupeNames } from './problems/lists/dedupe-names.ts';
import { mergeRanges } from './problems/lists/merge-ranges.ts';
import { movingAverage } from './problems/lists/moving-average.ts';
import { pairTeams } from './problems/lists/pair-teams.ts';
import { rankScores } from './problems/lists/rank-scores.ts';
import { addTax } from './problems/numbers/add-tax.ts';
import { changeBase } from './problems/numbers/change-base.ts';
import { checkIban } from './problems/numbers/check-iban.ts';
import { describeNumbers } from './problems/numbers/describe-numbers.ts';
import { planLoan } from './problems/numbers/plan-loan.ts';
import { splitBill } from './problems/numbers/split-bill.ts';
import { writeRoman } from './problems/numbers/write-roman.ts';
import { compareTables } from './problems/tables/compare-tables.ts';
import { fillGaps } from './problems/tables/fill-gaps.ts';
import { joinTables } from './problems/tables/join-tables.ts';
import { pivotRows } from './problems/tables/pivot-rows.ts';
import { sumByGroup } from './problems/tables/sum-by-group.ts';
import { topRows } from './problems/tables/top-rows.ts';
import { convertCase } from './problems/text/convert-case.ts';
import { countWords } from './problems/text/count-words.ts';
import { extractTags } from './problems/text/extract-tags.ts';
import { maskAddresses } from './problems/text/mask-addresses.ts';
import { slugifyTitle } from './problems/text/slugify-title.ts';
import { wrapLines } from './problems/text/wrap-lines.ts';

/** All problems. */
export const problems: readonly Problem[] = [
	convertCase,
	countWords,
	extractTags,
	maskAddresses,
	slugifyTitle,
	wrapLines,
	addTax,
	changeBase,
	checkIban,
	describeNumbers,
	planLoan,
	splitBill,
	writeRoman,
	addWorkdays,
	countDays,
	findGaps,
	formatDuration,
	listWeeks,
	chunkItems,
	dedupeNames,
	mergeRanges,
	movingAverage,
	pairTeams,
	rankScores,
	compareTables,
	fillGaps,
	joinTables,
	pivotRows,
	sumByGroup,
	topRows,
	csvToJson,
	filterCsv,
	jsonToCsv,
	mergeCsv,
	monthlyReport,
	plotBars,
	plotLines,
	splitBook,
	sumBook,
	summariseCsv,
];
