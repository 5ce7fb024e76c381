import { seededRandom } from "./seeded-random.ts";

/** A request that two people try to answer at the same moment, each in their own way. */
export interface PlannedRequest {
  index: number;
  kind: "question" | "action" | "secret";
  /** Their decisions about an action; both are the same where it must be carried out. */
  decisions: readonly ["confirm" | "decline", "confirm" | "decline"];
  /** True when both try to undo the action after it was carried out. */
  isUndone: boolean;
}

/** Plans requests; the same seed and size give the same ones. */
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
