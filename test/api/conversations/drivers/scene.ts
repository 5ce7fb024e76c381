import type { SimulatorScriptInput } from "../../../../infra/simulator/script.ts";
import type { AgentSettings } from "../talking-organization.ts";

export type TalkLine = NonNullable<NonNullable<SimulatorScriptInput["defaults"]>["talk"]>[number];

/** The behaviour of carrier and line besides the person's words. */
export interface Manners {
  machine?: true;
  transfer?: "answered" | "busy";
  /** No event of the call is sent, and the first message on the line is lost. */
  loses?: true;
  /** Every webhook comes twice, at once. */
  repeats?: true;
  /** The person talks before the request for the call is answered. */
  early?: true;
}

/** A conversation to be held through a driver. */
export interface Scene {
  agent: AgentSettings;
  person: readonly TalkLine[];
  manners: Manners;
}

/** The result: the run, and what went over the line (`agent said: …`, in the simulator's form). */
export interface Played {
  runId: number;
  heard: string[];
}
