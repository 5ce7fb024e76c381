type Config = Readonly<Record<string, unknown>>;

/** What a warm transfer has while somebody is called, and another agent has no use for. */
const NOBODY_CALLED = { destination: "", further_destinations: [], hold: null, briefing_language: null };
const BY_NUMBER = { destination_source: "static", channel_id: null, workflow_id: null };

/** Who takes the person over, as a choice of a list; null: its source is shown in the definition's text alone. */
export const readWhoTakesOver = (config: Config): string | null => {
  switch (config["destination_source"] ?? "static") {
    case "static":
      return "number";
    case "channel":
      return `channel ${String(config["channel_id"])}`;
    case "agent":
      return `agent ${String(config["workflow_id"])}`;
    default:
      return null;
  }
};

export const choiceOfChannel = (id: number): string => `channel ${id}`;
export const choiceOfAgent = (id: number): string => `agent ${id}`;
export const CHOICE_OF_NUMBER = "number";

/** Returns the fields that the choice changes; what the definition then may not have goes with it. */
export const chooseWhoTakesOver = (choice: string): Record<string, unknown> => {
  const [kind, id] = choice.split(" ");
  if (kind === "channel") return { ...BY_NUMBER, destination_source: "channel", channel_id: Number(id) };
  if (kind === "agent") return { ...BY_NUMBER, ...NOBODY_CALLED, destination_source: "agent", workflow_id: Number(id) };
  return BY_NUMBER;
};

/** What only a warm transfer has goes with it. */
export const beCold = (config: Config): Record<string, unknown> => {
  const { destination: _, ...uncalled } = NOBODY_CALLED;
  const isWarmSource = config["destination_source"] === "channel" || config["destination_source"] === "agent";
  return { mode: "cold", ...uncalled, ...(isWarmSource && BY_NUMBER) };
};
