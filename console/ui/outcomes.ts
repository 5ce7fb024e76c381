import { words } from "../words/words.ts";
import type { Tone } from "./badge.tsx";

interface OutcomeLook {
  key: string;
  name: string;
  tone: Tone;
  color: string;
}

const look = (key: string, tone: Tone, color: string): OutcomeLook => ({
  key,
  name: words.calls.outcomes[key] ?? key,
  tone,
  color,
});

/** The outcomes of calls, in the order of charts. */
export const OUTCOMES: readonly OutcomeLook[] = [
  look("answered", "good", "--chart-answered"),
  look("opted_out", "warn", "--chart-opted-out"),
  look("voicemail", "calm", "--chart-voicemail"),
  look("no_answer", "calm", "--chart-no-answer"),
  look("busy", "warn", "--chart-busy"),
  look("rejected", "warn", "--chart-rejected"),
  look("invalid_number", "bad", "--chart-invalid"),
  look("failed", "bad", "--chart-failed"),
  look("unknown", "bad", "--chart-unknown"),
];

/** Returns the look of an outcome; those that are not listed are set by our rules before a carrier is asked. */
export const chooseOutcomeLook = (key: string): OutcomeLook =>
  OUTCOMES.find((outcome) => outcome.key === key) ?? look(key, "calm", "--chart-unknown");
