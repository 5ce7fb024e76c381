import type { CallInstructions, NextStep, TurnEvent } from "../../../../domain/call/call-instructions.ts";
import type { CarrierCredentials } from "../../../../domain/call/carrier-credentials.ts";
import type { AnswerGate } from "./answer-gate.ts";
import type { Deliver } from "./deliver.ts";

/** A carrier whose calls a test plays: it sends the carrier's requests, signed as the carrier signs them. */
export interface HandCarrier {
  provider: string;
  credentials: CarrierCredentials;
  /** The platform itself speaks and hears, by the organization's models. */
  platformSpeaks?: true;
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
  /** Returns the platform's instructions after this event at this step. */
  ask(event: TurnEvent, step: NextStep | null): Promise<CallInstructions>;
  /** It is over in the carrier's books; nobody is told of it when its events are lost. */
  end(options: { told: boolean }): Promise<void>;
  /** Headers with which the carrier opens the WebSocket. */
  handshake(url: string): Record<string, string>;
}
