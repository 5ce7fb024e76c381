/** What a rule about calls at the same time has found full, as words name it. */
export type FullLimit = "noPlace" | "noMediaProcess" | "noVoicePlace" | "noVoiceShare";

/** Chooses what is full by the facts of the rule; the first is the reason, as for the rule itself. */
export const chooseFullLimit = (value: string): FullLimit => {
  const places = value.split(", ").map((part) => /^([a-z ]+): (\d+) of (\d+)$/.exec(part));
  const [, whose, , limit] = places.find((found) => Number(found?.[2]) >= Number(found?.[3])) ?? [];
  if (whose === "media processes") return limit === "0" ? "noMediaProcess" : "noVoicePlace";
  return whose === "organization in media processes" ? "noVoiceShare" : "noPlace";
};
