/** A small program with a mistake, and the tests that find it. */
export const program = {
	'median.py': `def median(numbers):
    """The middle of some numbers: of an even count, the mean of the two in the middle."""
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    return ordered[middle]
`,
	'test_median.py': `import unittest

from median import median


class MedianTest(unittest.TestCase):
    def test_odd_count(self):
        self.assertEqual(median([3, 1, 2]), 2)

    def test_even_count(self):
        self.assertEqual(median([4, 1, 3, 2]), 2.5)


if __name__ == "__main__":
    unittest.main()
`,
} as const;

/** Where it lies in the session, below `/workspace`. */
export const programFolder = 'median';

/** Python's own runner, with its verdict last. */
export const testCommand = 'python3 -m unittest 2>&1';
