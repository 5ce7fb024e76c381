import type { SimulatorScriptInput } from "../../../../infra/telephony/simulator/simulator.script.ts";
import type { CallInstructions, NextStep, TurnEvent } from "../../../../infra/telephony/carrier-conversation.ts";
import type { CarrierCredentials } from "../../../../infra/telephony/carrier-credentials.ts";
import type { AgentSettings } from "../talking-organization.ts";
import type { AnswerGate } from "./answer-gate.ts";
import type { Deliver } from "./deliver.ts";
import type { DriverPlatform } from "./driver-platform.ts";

export type TalkLine = NonNullable<NonNullable<SimulatorScriptInput["defaults"]>["talk"]>[number];

/** How carrier and line behave besides what the person says. */
export interface Manners {
  machine?: true;
  transfer?: "answered" | "busy";
  /** No event of the call is told, and the first thing on the line is lost. */
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

/** What is left of it: the run, and what went over the line (`agent said: …`, as the simulator writes it down). */
export interface Played {
  runId: number;
  heard: string[];
}

/** One way of holding conversations, seen from the other side of the line. */
export interface Driver {
  name: string;
  /** Whether it tells how much of a reply was heard when the person speaks over it. */
  tellsHeard: boolean;
  /** What of a situation it cannot show, each with a sentence for the table. */
  leftAside?: Readonly<Record<string, string>>;
  /** By situation: the name of its workflow's history, when a run is asked to record. */
  recordedAs?: Readonly<Record<string, string>>;
  /** Situations that it cannot have, each with a sentence for whoever reads the table. */
  absent: Readonly<Record<string, string>>;
  play(platform: DriverPlatform, scene: Scene): Promise<Played>;
}

/** A carrier whose calls are played by hand: it asks and tells over its own requests, signed as its own. */
export interface HandCarrier {
  provider: string;
  credentials: CarrierCredentials;
  gate: AnswerGate;
  prepare(number: string): void;
  /** The call to this number, once it was asked for. */
  find(number: string, deliver: Deliver): HandCall | undefined;
  close(): Promise<void>;
}

export interface HandCall {
  /** It rings and is answered. */
  tellProgress(): Promise<void>;
  tellMachine(): Promise<void>;
  /** What the platform wants done after this has happened at this step. */
  ask(event: TurnEvent, step: NextStep | null): Promise<CallInstructions>;
  /** It is over in the carrier's books; nobody is told of it when its events are lost. */
  end(options: { told: boolean }): Promise<void>;
  /** Headers with which the carrier opens the WebSocket. */
  handshake(url: string): Record<string, string>;
}
