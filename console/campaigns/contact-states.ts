import type { Answer } from "../api/client.ts";
import type { Tone } from "../ui/badge.tsx";

export type Contact = Answer<"GET /campaigns/{campaign_id}/contacts">["contacts"][number];
export type ContactState = Contact["state"];

interface StateLook {
  tone: Tone;
  /** A CSS variable. */
  color: string;
}

/** The states of a campaign's contacts, in the order of charts. */
export const CONTACT_STATES: Readonly<Record<ContactState, StateLook>> = {
  answered: { tone: "good", color: "--chart-answered" },
  unreached: { tone: "bad", color: "--chart-failed" },
  in_flight: { tone: "busy", color: "--chart-in-flight" },
  waiting_retry: { tone: "warn", color: "--chart-busy" },
  pending: { tone: "calm", color: "--line-strong" },
  suppressed: { tone: "warn", color: "--chart-no-answer" },
};

export const isContactState = (value: unknown): value is ContactState =>
  typeof value === "string" && Object.hasOwn(CONTACT_STATES, value);
