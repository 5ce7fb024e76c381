import { seededRandom } from "./seeded-random.ts";

/** What two people try to answer at the same moment, each in a way of their own. */
export interface PlannedRequest {
  index: number;
  kind: "question" | "action" | "secret";
  /** What each of the two says to an action; both say the same where it must be carried out. */
  decisions: readonly ["confirm" | "decline", "confirm" | "decline"];
  /** Whether both try to take the action back when it was carried out. */
  isUndone: boolean;
}

/** The same seed and size give the same requests. */
export const planRequests = ({ seed, size }: { seed: number; size: number }): PlannedRequest[] => {
  const random = seededRandom(seed);
  return Array.from({ length: size }, (_, index) => ({
    index,
    kind: random.pick(["question", "action", "action", "secret"]),
    decisions: random.pick([
      ["confirm", "confirm"],
      ["confirm", "confirm"],
      ["confirm", "decline"],
    ]),
    isUndone: random.happens(0.5),
  }));
};
