/** Asks what has become of the actions of one moment. */
interface Watch {
  refusedBefore: number;
  isSaved: boolean;
}

let underWay = 0;
let refused = 0;
/** Those whose actions are not over. */
const watches = new Set<Watch>();

/** Runs a person's action; until the API has answered, it counts as under way. */
export const runUnderWay = async <Output>(run: () => Promise<Output>): Promise<Output> => {
  underWay += 1;
  try {
    return await run();
  } catch (error) {
    refused += 1;
    throw error;
  } finally {
    underWay -= 1;
    if (underWay === 0) settleWatches();
  }
};

/** What is refused later does not take back what was saved. */
const settleWatches = (): void => {
  for (const watch of watches) watch.isSaved = refused === watch.refusedBefore;
  watches.clear();
};

/** Returns a question: is what is sent from now on not saved, since the API has not answered yet, or has refused it? */
export const watchActions = (): (() => boolean) => {
  const watch: Watch = { refusedBefore: refused, isSaved: false };
  watches.add(watch);
  return () => !watch.isSaved && (underWay > 0 || refused > watch.refusedBefore);
};
