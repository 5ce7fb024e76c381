let underWay = 0;
let refused = 0;

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
  }
};

/** Returns a question: is what is sent from now on not saved, since the API has not answered yet, or has refused it? */
export const watchActions = (): (() => boolean) => {
  const before = refused;
  return () => underWay > 0 || refused > before;
};
