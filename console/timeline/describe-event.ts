import type { TimelineEvent } from "../api/routes.ts";
import { TEXT_MODE, WEB_MODE } from "../ui/call-modes.ts";
import { describeEndReason } from "../ui/end-reason.ts";
import { chooseOutcomeLook } from "../ui/outcomes.ts";
import { words } from "../words/words.ts";
import { describeDecision } from "./describe-decision.ts";
import { findQuoted, readField, readNumberField } from "./fields.ts";

const { timeline } = words;

/** Undefined: the API's own sentence is shown. */
type Saying = (event: TimelineEvent) => string | undefined;

const isInText = ({ payload }: TimelineEvent) => payload["mode"] === TEXT_MODE;
const isInBrowser = ({ payload }: TimelineEvent) => payload["mode"] === WEB_MODE;

const sayStart: Saying = (event) => {
  if (isInText(event)) return timeline.textBegan;
  if (isInBrowser(event)) return timeline.browserJoined;
  if (event.payload["direction"] === "inbound") return timeline.cameIn;
  return event.payload["provider"] === undefined ? undefined : timeline.carrierTook;
};

const sayEnd: Saying = (event) => {
  const { payload } = event;
  const [outcome = "unknown", reason] = [readField(payload, "outcome"), readField(payload, "end_reason")];
  if (outcome === "missed") return timeline.missed(timeline.missedReasons[readField(payload, "reason") ?? ""]);
  if (event.blocked) return timeline.notDialled(chooseOutcomeLook(outcome).name);
  const why = reason === undefined ? chooseOutcomeLook(outcome).name : describeEndReason(reason);
  if (isInText(event)) return timeline.textEnded(why);
  if (isInBrowser(event)) return timeline.browserEnded(why);
  if (outcome === "canceled" && payload["attempt"] === undefined) return timeline.canceledUndialled;
  return timeline.ended(why);
};

const sayOutcome: Saying = ({ payload }) => {
  const [outcome, disposition] = [readField(payload, "outcome"), readField(payload, "disposition")];
  if (disposition !== undefined && disposition !== outcome) return timeline.outcome(describeEndReason(disposition));
  return outcome === undefined ? undefined : timeline.outcome(chooseOutcomeLook(outcome).name);
};

/** Somebody's words are shown as they were said; only the platform's own notes are translated. */
const sayMessage: Saying = ({ payload, summary }) => {
  const about = findQuoted(summary);
  return about === undefined ? undefined : timeline.promised[readField(payload, "follow_up") ?? ""]?.(about);
};

const sayAnswer: Saying = ({ payload }) => {
  const answer = readField(payload, "choice") ?? readField(payload, "text");
  return answer === undefined ? undefined : timeline.answered(answer);
};

const sayAction: Saying = ({ payload, summary }) => {
  const about = findQuoted(summary) ?? "";
  const [action, undone] = [readField(payload, "action"), readField(payload, "compensation")];
  if (action !== undefined) return timeline.actionResults[action]?.(about);
  if (undone !== undefined) return timeline.undoResults[undone]?.(about);
  return timeline.actionDecisions[readField(payload, "decision") ?? ""]?.(about);
};

const sayDeliverable: Saying = ({ payload, summary }) => {
  const score = readNumberField(payload, "score");
  return payload["form"] === "review" && score !== undefined
    ? timeline.reviewed(score)
    : timeline.handedOver(readField(payload, "title") ?? summary);
};

const sayNote: Saying = ({ payload, summary }) => {
  const about = findQuoted(summary) ?? "";
  if (payload["request"] === "expired") return timeline.nobodyAnswered(about);
  if (payload["call_back_run_id"] !== undefined) return timeline.calledBack(about);
  if (payload["reply_to"] !== undefined) return timeline.noReply(about);
  const subject = [readField(payload, "node_name") ?? about, readField(payload, "fault")];
  return timeline.notes[readField(payload, "event") ?? ""]?.(subject.filter(Boolean).join(". "));
};

const sayOfCampaign: Saying = ({ payload, summary, actor }) => {
  const name = summary.slice(0, Math.max(0, summary.indexOf(": ")));
  const { changed } = payload;
  const details = Array.isArray(changed) ? Object.fromEntries(changed.map((field) => [String(field), true])) : payload;
  const said = describeDecision({
    event: readField(payload, "event") ?? "",
    message: findQuoted(summary) ?? "",
    actor,
    details,
  });
  return name === "" || said === "" ? undefined : `${name}: ${said}`;
};

const quoting = (say: (words: string) => string, name: string): Saying => {
  return ({ payload, summary }) => say(readField(payload, name) ?? summary);
};

/** A kind without a sentence does not compile. */
const SAYINGS: Readonly<Record<TimelineEvent["kind"], Saying>> = {
  message: sayMessage,
  call_started: sayStart,
  call_ended: sayEnd,
  outcome: sayOutcome,
  question: quoting(timeline.question, "text"),
  decision: sayAnswer,
  action_proposed: ({ payload }) =>
    timeline.proposed(readField(payload, "tool_name") ?? "", readField(payload, "summary") ?? ""),
  action_settled: sayAction,
  edit_proposed: quoting(timeline.editProposed, "reason"),
  edit_settled: ({ payload }) => timeline.editDecisions[readField(payload, "decision") ?? ""],
  secret_requested: ({ payload }) =>
    timeline.secretRequested(readField(payload, "name") ?? "", readField(payload, "why") ?? ""),
  secret_provided: ({ summary }) => timeline.secretProvided(findQuoted(summary) ?? ""),
  deliverable: sayDeliverable,
  campaign: sayOfCampaign,
  document: ({ payload }) => timeline.documentChanged(readNumberField(payload, "version")),
  system: sayNote,
};

/** Describes an event in the viewer's language; one without a sentence here is shown in the API's own. */
export const describeEvent = (event: TimelineEvent): string => SAYINGS[event.kind](event) ?? event.summary;
