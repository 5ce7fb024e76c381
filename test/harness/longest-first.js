import Sequencer from "@jest/test-sequencer";

/** These wait for processes that are killed and come back, or play many stories: begun last, they would be waited for alone. */
const LONGEST = [
  "test/chaos/",
  "test/api/documents/killed-",
  "test/api/conversations/drivers/",
  "test/workflows/call-run/call-run.workflow",
  "test/workflows/replay",
];

/**
 * Jest's own order, which in a fresh clone goes by the size of the files, behind the tests that take longest. It also
 * tells the global set-up which files were chosen.
 */
export default class LongestFirst extends Sequencer {
  sort(tests) {
    globalThis.chosenTestFiles = tests.map(({ path }) => path);
    const isLong = ({ path }) => LONGEST.some((part) => path.includes(part));
    const inOrder = super.sort(tests);
    return [...inOrder.filter(isLong), ...inOrder.filter((test) => !isLong(test))];
  }
}
