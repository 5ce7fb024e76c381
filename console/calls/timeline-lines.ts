import type { Run, TimelineEvent, Transcript } from "../api/routes.ts";
import { describeEvent } from "../timeline/describe-event.ts";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import { formatName } from "../words/format.ts";
import { words } from "../words/words.ts";
import { removeCallName } from "./call-names.ts";

/** One line of a call's timeline, whoever reported it. */
export interface TimelineLine {
  key: string;
  at: string;
  text: string;
  isError: boolean;
}

/** The events by which a part of a call is known to have failed. */
const FAILED_EVENTS: readonly unknown[] = ["webhook_failed", "review", "pre_call_fetch_failed"];
const FAILED_ENDS: readonly unknown[] = ["model_failed", "voice_lost", "no_conversation"];

const isFailure = ({ blocked, kind, payload }: TimelineEvent): boolean =>
  blocked !== null ||
  FAILED_EVENTS.includes(payload["event"]) ||
  [payload["action"], payload["compensation"]].includes("failed") ||
  (kind === "call_ended" && (payload["outcome"] === "failed" || FAILED_ENDS.includes(payload["end_reason"])));

/** A carrier's outcome that is neither the person's doing nor a wrong number. */
const CARRIER_FAILURE = "failed";

const toCarrierLine = (event: NonNullable<Run["logs"]>["carrier_events"][number]): TimelineLine => {
  const { event_id: id, state, outcome, received_at: at } = event;
  const said =
    outcome === null
      ? (words.calls.carrierSays[state] ?? state)
      : words.calls.carrierSaysOutcome(chooseOutcomeLook(outcome).name);
  const text = id.startsWith("fetch:") ? words.calls.carrierAsked(said) : said;
  return { key: `carrier ${id}`, at, text, isError: outcome === CARRIER_FAILURE };
};

type Entry = Transcript["entries"][number];

/** Says which way the conversation took, or which tool it used; null: somebody spoke. */
export const describeStep = ({ speaker, text }: Entry): string | null => {
  if (speaker === "step") return words.calls.stepTaken(formatName(text));
  return speaker === "tool" ? words.calls.toolUsed(formatName(text)) : null;
};

const toStepLines = (entry: Entry): TimelineLine[] => {
  const text = describeStep(entry);
  return text === null ? [] : [{ key: `words ${entry.id}`, at: entry.at, text, isError: false }];
};

/** Merges what the platform, the carrier and the conversation report of a call: errors first, then in order of time. */
export const mergeTimeline = (
  call: Run,
  events: readonly TimelineEvent[],
  entries: Transcript["entries"],
): { errors: TimelineLine[]; rest: TimelineLine[] } => {
  const lines = [
    ...events.map((event) => ({
      key: `event ${event.id}`,
      at: event.at,
      text: removeCallName(describeEvent(event), call.name),
      isError: isFailure(event),
    })),
    ...(call.logs?.carrier_events ?? []).map(toCarrierLine),
    ...entries.flatMap(toStepLines),
  ].toSorted((one, other) => Date.parse(one.at) - Date.parse(other.at));
  return { errors: lines.filter(({ isError }) => isError), rest: lines.filter(({ isError }) => !isError) };
};
