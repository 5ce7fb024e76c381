import { words } from "../words/words.ts";
import type { Fault } from "./use-faults.ts";

/** Describes the fault of a step or a decision; a fault without words here is shown in the API's own. */
export const describeFault = ({ message }: Fault): string => {
  const [, direction] = /^A node of the type \w+ needs an (incoming|outgoing) edge$/.exec(message) ?? [];
  if (direction !== undefined) return direction === "incoming" ? words.agents.needsWayIn : words.agents.needsWayOut;
  return message;
};
