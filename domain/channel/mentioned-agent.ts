const GOES_ON = /^[\p{L}\p{M}\p{N}_]/u;

/**
 * Returns the name that a message addresses with `@`, ignoring case; of `@Ann` and `@Anna` the longer one. Null: none
 * of them.
 */
export const findMentionedName = (text: string, names: readonly string[]): string | null => {
  const said = text.toLowerCase();
  const found = names.filter((name) => isMentioned(said, `@${name.toLowerCase()}`));
  return found.reduce<string | null>((longest, name) => (name.length > (longest?.length ?? 0) ? name : longest), null);
};

const isMentioned = (said: string, mention: string): boolean => {
  if (mention === "@") return false;
  for (let at = said.indexOf(mention); at >= 0; at = said.indexOf(mention, at + 1)) {
    if (!GOES_ON.test(said.slice(at + mention.length))) return true;
  }
  return false;
};

/**
 * Returns the agent of a channel that answers a message: the one that it names with `@`, whether it can or not, else the first that
 * can. Undefined: none can.
 */
export const chooseAnsweringAgent = <Agent extends { name: string }>(
  text: string,
  agents: readonly Agent[],
  canAnswer: (agent: Agent) => boolean,
): Agent | undefined => {
  const name = findMentionedName(
    text,
    agents.map((agent) => agent.name),
  );
  return agents.find((agent) => agent.name === name) ?? agents.find(canAnswer);
};
