import type { Evaluation } from './evaluation.ts';
import { dishonest } from './evaluations/dishonest.ts';
import { faults } from './evaluations/faults.ts';
import { idioms } from './evaluations/idioms.ts';
import { right } from './evaluations/right.ts';
import { sloppy } from './evaluations/sloppy.ts';
import { wrongTests } from './evaluations/wrong-tests.ts';

/** All evaluations, in the order in which they run. What is found again, such as tools by other words, is measured by a line here. */
export const evaluations: readonly Evaluation[] = [right, sloppy, dishonest, idioms, wrongTests, faults];
