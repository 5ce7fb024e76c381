import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { type Fields, readField, readNumberField } from "./fields.ts";

/** One decision about a campaign, by a person or by the platform itself. */
interface Decision {
  event: string;
  /** The API's own sentence, in English. */
  message: string;
  actor: string;
  details?: Fields | null;
}

const { decisions } = words.timeline;

const listOf = (value: unknown): string[] =>
  Array.isArray(value) ? value.filter((each) => typeof each === "string") : [];

const SAYINGS: Readonly<Record<string, (details: Fields, decision: Decision) => string | undefined>> = {
  created: (details) => {
    const parent = readNumberField(details, "parent_campaign_id");
    const filled = readNumberField(details, "back_fills_campaign_id");
    if (filled !== undefined) return decisions.backFillOf(filled);
    return parent === undefined ? decisions.created : decisions.redialOf(parent);
  },
  started: () => decisions.started,
  scheduled: (details) => {
    const at = readField(details, "begins_at");
    return at === undefined ? undefined : decisions.scheduled(formatMoment(at));
  },
  occurred: (details) => {
    const child = readNumberField(details, "occurrence_campaign_id");
    return child === undefined ? undefined : decisions.occurred(child, readField(details, "at") ?? "");
  },
  occurrence_left_out: (details) => decisions.leftOut(readField(details, "at") ?? ""),
  unscheduled: () => decisions.unscheduled,
  ended_before: (details) =>
    decisions.endedBefore(readNumberField(details, "suppressed") ?? 0, readNumberField(details, "finished") ?? 0),
  call_back_planned: (details) => decisions.callBackPlanned((readField(details, "local") ?? "").replace("T", " ")),
  call_back_ignored: (details) => decisions.callBackIgnored(readField(details, "reason") ?? ""),
  journey_changed: (details) => {
    const [version, { steps }] = [readNumberField(details, "journey_version"), details];
    if (version === undefined || !Array.isArray(steps)) return undefined;
    return steps.length === 0 ? decisions.journeyEnded : decisions.journeyChanged(version, steps.length);
  },
  enrolment_ended: () => decisions.enrolmentEnded,
  paused: () => decisions.paused,
  resumed: () => decisions.resumed,
  // The platform itself cancels for a reason, which its sentence names.
  canceled: (_details, { actor, message }) =>
    actor === "system" ? decisions.canceledFor(message) : decisions.canceled,
  failed: (_details, { message }) => decisions.failed(message),
  command_refused: (_details, { message }) => decisions.refused(message),
  consent_attested: () => decisions.attested,
  breaker_tripped: (details) => decisions.tripped(readNumberField(details, "window_seconds")),
  version_stopped: (details) => {
    const version = readNumberField(details, "version");
    const outOf = (hits: string, people: string) =>
      decisions.outOf(readNumberField(details, hits) ?? 0, readNumberField(details, people) ?? 0);
    return version === undefined
      ? undefined
      : decisions.versionStopped(version, outOf("hits", "people"), outOf("others_hits", "others_people"));
  },
  completed: (details) => {
    const [answered, total] = [readNumberField(details, "answered"), readNumberField(details, "total")];
    return answered === undefined || total === undefined ? undefined : decisions.completed(answered, total);
  },
  snapshot_taken: (details) => {
    const [total, suppressed] = [readNumberField(details, "total"), readNumberField(details, "suppressed")];
    return total === undefined || suppressed === undefined ? undefined : decisions.taken(total, suppressed);
  },
  window_never_opens: (details) => {
    const count = (readNumberField(details, "suppressed") ?? 0) + (readNumberField(details, "finished") ?? 0);
    return count === 0 ? undefined : decisions.neverOpens(count, readField(details, "timezone")?.replaceAll(",", ", "));
  },
  redialled: (details) => {
    const child = readNumberField(details, "redialed_campaign_id");
    return child === undefined ? undefined : decisions.redialled(child);
  },
  back_filled: (details) => {
    const child = readNumberField(details, "back_fill_campaign_id");
    return child === undefined ? undefined : decisions.backFilled(child);
  },
  variables_missing: (details) =>
    decisions.missing(
      listOf(details["variables"])
        .map((name) => `{{${name}}}`)
        .join(", "),
    ),
  waiting_for_budget: (details) => {
    const until = readField(details, "until");
    return until === undefined ? decisions.budgetSpent : decisions.waitsForBudget(formatMoment(until));
  },
  updated: (details) => {
    const names = Object.keys(details).map((name) => decisions.settings[name] ?? name);
    return names.length === 0 ? undefined : decisions.updated(names.join(", "));
  },
};

/** What became of a step of a campaign's journey, for one person; the API's own reason is not repeated. */
const describeStep = ({ event, details }: Decision): string | undefined => {
  const step = readField(details ?? {}, "step");
  return step === undefined ? undefined : decisions.journeySteps[event]?.(step);
};

/** Describes in the viewer's language what was decided; a decision without a sentence here is shown in the API's own. */
export const describeDecision = (decision: Decision): string =>
  SAYINGS[decision.event]?.(decision.details ?? {}, decision) ?? describeStep(decision) ?? decision.message;
