type State = "sent" | "under way" | "saved" | "refused";

/** What was sent at one moment, and what has become of it. */
interface Watch {
  state: State;
}

/** Those whose action has not begun: the next one is theirs, and what else is under way is not. */
const sent = new Set<Watch>();

/** Runs a person's action; until the API has answered, what was sent with it is not saved. */
export const runUnderWay = async <Output>(run: () => Promise<Output>): Promise<Output> => {
  const watches = [...sent];
  sent.clear();
  const settle = (state: State) => watches.forEach((watch) => (watch.state = state));
  settle("under way");
  try {
    const output = await run();
    settle("saved");
    return output;
  } catch (error) {
    settle("refused");
    throw error;
  }
};

/** Returns a question: is what is sent now not saved, since the API has not answered yet, or has refused it? */
export const watchActions = (): (() => boolean) => {
  const watch: Watch = { state: "sent" };
  sent.add(watch);
  return () => watch.state === "under way" || watch.state === "refused";
};
