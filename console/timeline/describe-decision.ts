import { formatMoment } from "../words/format.ts";
import { words } from "../words/words.ts";
import { type Fields, numberAt, readField } from "./fields.ts";

/** One decision about a campaign: of a person, or of the platform itself. */
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
    const parent = numberAt(details, "parent_campaign_id");
    return parent === undefined ? decisions.created : decisions.redialOf(parent);
  },
  started: () => decisions.started,
  paused: () => decisions.paused,
  resumed: () => decisions.resumed,
  // The platform itself cancels for a reason, which its sentence names.
  canceled: (_details, { actor, message }) =>
    actor === "system" ? decisions.canceledFor(message) : decisions.canceled,
  failed: (_details, { message }) => decisions.failed(message),
  command_refused: (_details, { message }) => decisions.refused(message),
  consent_attested: () => decisions.attested,
  breaker_tripped: (details) => decisions.tripped(numberAt(details, "window_seconds")),
  completed: (details) => {
    const [answered, total] = [numberAt(details, "answered"), numberAt(details, "total")];
    return answered === undefined || total === undefined ? undefined : decisions.completed(answered, total);
  },
  snapshot_taken: (details) => {
    const [total, suppressed] = [numberAt(details, "total"), numberAt(details, "suppressed")];
    return total === undefined || suppressed === undefined ? undefined : decisions.taken(total, suppressed);
  },
  window_never_opens: (details) => {
    const count = (numberAt(details, "suppressed") ?? 0) + (numberAt(details, "finished") ?? 0);
    return count === 0 ? undefined : decisions.neverOpens(count, readField(details, "timezone")?.replaceAll(",", ", "));
  },
  redialled: (details) => {
    const child = numberAt(details, "redialed_campaign_id");
    return child === undefined ? undefined : decisions.redialled(child);
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

/** Says in the viewer's language what was decided; what has no sentence here is said by the API's own. */
export const describeDecision = (decision: Decision): string =>
  SAYINGS[decision.event]?.(decision.details ?? {}, decision) ?? decision.message;
