import type { Conclusion } from "../../domain/conversation/conclusion.ts";
import type { ConversationRun, TurnClaim, TurnResult } from "../../domain/conversation/conversation.ports.ts";
import type { ConversationEntry } from "../../domain/conversation/entries.ts";
import {
  type FormerWords,
  type HiddenTurn,
  hideInSentence,
  hideInTurn,
} from "../../domain/conversation/hide-in-turn.ts";
import { readPersonText } from "../../domain/conversation/person-text.ts";
import type { TurnInput } from "../../domain/conversation/turn-input.ts";
import { readOutcome, type TurnOutcome } from "../../domain/conversation/turn-session.ts";
import { hideInFields, hideInJson, hideInText, hideInValue, redactionIn } from "../../domain/privacy/hide-sensitive.ts";
import type { Original } from "../../domain/privacy/kept-original.ts";
import type { Redaction } from "../../domain/privacy/redaction-setting.ts";
import type { RequestSubject } from "../../domain/request/request-subject.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { keepOriginals } from "../../infra/postgres/privacy/kept-originals.repository.ts";
import type { SecretBox } from "../../infra/secrets/secret-box.ts";

/**
 * The one place in which what is sensitive is left out of a conversation's rows, before they are written. Whatever shows, searches or
 * sends these words reads the rows.
 */

/** So many sentences before it may belong to a number that is being said. */
const FORMER_WORDS = 24;

/** The input of a turn as it is stored; `spoken` is what the agent hears. */
export interface HiddenInput {
  input: TurnInput;
  text: string | null;
  spoken: string | null;
  leftOut: HiddenTurn["digits"];
}

interface Hiding {
  run: Pick<ConversationRun, "organizationId" | "runId" | "redaction">;
  secrets: SecretBox;
}

/** Leaves out what is sensitive in what a person says or presses. A number that they began in turns before is taken out there too. */
export const hideInInput = async (
  tx: OrganizationTransaction,
  hiding: Hiding,
  input: TurnInput,
): Promise<HiddenInput> => {
  const { runId, redaction } = hiding.run;
  const spoken = readPersonText(input);
  const inWords = redactionIn(redaction, "words");
  if (inWords && (input.kind === "answerer" || input.kind === "supervisor"))
    return { input: { ...input, text: hideInText(input.text, inWords) }, text: null, spoken, leftOut: [] };
  if (!inWords || spoken === null || (input.kind !== "speech" && input.kind !== "digits"))
    return { input, text: spoken, spoken, leftOut: [] };
  const former = await readFormerWords(tx, runId);
  const said = input.kind === "speech" ? input.text : input.digits;
  const hidden = hideInTurn(said, former, inWords);
  await keepFormerWords(
    tx,
    hiding,
    former.filter(({ id }) => hidden.former.some((changed) => changed.id === id)),
  );
  for (const { id, text } of hidden.former)
    await tx.updateTable("conversation_entries").set({ text, heard: null }).where("id", "=", id).execute();
  if (hidden.former.length > 0) {
    await hideInFormerInputs(tx, { runId, ids: hidden.former.map(({ id }) => id) });
    await hideReadBack(tx, { hiding, former, redaction: inWords, digits: hidden.digits });
  }
  const stored: TurnInput =
    input.kind === "speech" ? { kind: "speech", text: hidden.text } : { kind: "digits", digits: hidden.text };
  return { input: stored, text: readPersonText(stored), spoken, leftOut: hidden.digits };
};

/** Words that turn out to be part of a number are kept as they were, unless something was left out of them before. */
const keepFormerWords = async (
  tx: OrganizationTransaction,
  { run, secrets }: Hiding,
  words: readonly FormerWords[],
): Promise<void> => {
  if (!run.redaction?.keepsOriginal) return;
  const originals = words.map(({ id, text }) => ({ kind: "words" as const, name: String(id), value: text }));
  await keepOriginals(tx, { run, secrets }, originals);
};

const readFormerWords = async (tx: OrganizationTransaction, runId: number): Promise<FormerWords[]> => {
  const rows = await tx
    .selectFrom("conversation_entries")
    .select(["id", "speaker", "text"])
    .where("run_id", "=", runId)
    .where("speaker", "in", ["agent", "person"])
    .where("discarded_at", "is", null)
    .orderBy("id", "desc")
    .limit(FORMER_WORDS)
    .execute();
  return rows
    .map(({ id, speaker, text }): FormerWords => ({ id, speaker: speaker === "person" ? "person" : "agent", text }))
    .toReversed();
};

/** A turn keeps its input for a repetition: it becomes what is in its entry now. */
const hideInFormerInputs = async (
  tx: OrganizationTransaction,
  { runId, ids }: { runId: number; ids: readonly number[] },
): Promise<void> => {
  const entries = await tx.selectFrom("conversation_entries").select(["turn", "text"]).where("id", "in", ids).execute();
  for (const { turn, text } of entries) {
    const rows = tx.updateTable("conversation_turns").where("run_id", "=", runId).where("number", "=", turn);
    await rows.set({ input: { kind: "speech", text } }).execute();
  }
};

/** An agent may have read a part back before it was known what it is a part of. */
const hideReadBack = async (
  tx: OrganizationTransaction,
  {
    hiding,
    former,
    redaction,
    digits,
  }: { hiding: Hiding; former: readonly FormerWords[]; redaction: Redaction; digits: HiddenTurn["digits"] },
): Promise<void> => {
  const { runId } = hiding.run;
  for (const { id, text } of former.filter(({ speaker }) => speaker === "agent")) {
    const shown = hideInSentence(text, redaction, digits);
    if (shown === text) continue;
    await keepFormerWords(tx, hiding, [{ id, speaker: "agent", text }]);
    const entry = tx.selectFrom("conversation_entries").select("heard").where("id", "=", id);
    const { heard } = await entry.executeTakeFirstOrThrow();
    const cut = heard === null ? null : hideInSentence(heard, redaction, digits);
    await tx.updateTable("conversation_entries").set({ text: shown, heard: cut }).where("id", "=", id).execute();
  }
  const turns = await tx
    .selectFrom("conversation_turns")
    .select(["id", "outcome"])
    .where("run_id", "=", runId)
    .where("outcome", "is not", null)
    .orderBy("number", "desc")
    .limit(FORMER_WORDS)
    .execute();
  for (const { id, outcome: stored } of turns) {
    const outcome = readOutcome(stored);
    if (!outcome) continue;
    const said = outcome.said.map((each) => ({ ...each, text: hideInSentence(each.text, redaction, digits) }));
    if (said.some(({ text }, at) => text !== outcome.said[at]?.text))
      await tx
        .updateTable("conversation_turns")
        .set({ outcome: { ...outcome, said } })
        .where("id", "=", id)
        .execute();
  }
};

/** The agent hears what the person says in this turn as they say it. */
export const putBackSpoken = (entries: readonly ConversationEntry[], spoken: string | null): ConversationEntry[] => {
  const at = entries.findLastIndex(({ speaker }) => speaker === "person");
  return entries.map((entry, place) =>
    place === at && spoken !== null && entry.speaker === "person" ? { ...entry, text: spoken } : entry,
  );
};

export const hideInAgentsWords = ({ redaction, leftOut }: TurnClaim, text: string): string => {
  const inWords = redactionIn(redaction, "words");
  return inWords ? hideInSentence(text, inWords, leftOut) : text;
};

export const hideInWords = (redaction: Redaction | null, text: string): string => {
  const inWords = redactionIn(redaction, "words");
  return inWords ? hideInText(text, inWords) : text;
};

/** What a function of the model was asked and answered is JSON in a text. */
export const hideInDetails = (
  redaction: Redaction | null,
  details: Record<string, unknown>,
): Record<string, unknown> => {
  const inThem = redactionIn(redaction, "words", "variables");
  if (!inThem) return details;
  const hide = (value: unknown) => (typeof value === "string" ? hideInJson(value, inThem) : value);
  return { ...details, arguments: hide(details["arguments"]), result: hide(details["result"]) };
};

export const hideInGathered = (
  redaction: Redaction | null,
  gathered: Readonly<Record<string, unknown>>,
): Record<string, unknown> => {
  const inVariables = redactionIn(redaction, "variables");
  return inVariables ? hideInFields(gathered, inVariables) : gathered;
};

/** People are asked without what was said in confidence; an action's arguments are shown to who asks for them. */
export const hideInRequest = (redaction: Redaction | null, request: RequestSubject): RequestSubject => {
  const hide = (text: string) => hideInWords(redaction, text);
  switch (request.kind) {
    case "question":
      return { ...request, subject: { text: hide(request.subject.text), choices: request.subject.choices.map(hide) } };
    case "action":
      return { ...request, subject: { ...request.subject, summary: hide(request.subject.summary) } };
    case "edit":
    case "secret":
      return request;
  }
};

/** A turn that is repeated says what is stored of it. */
export const hideInOutcome = (claim: TurnClaim, outcome: TurnOutcome): TurnOutcome => ({
  ...outcome,
  said: outcome.said.map((sentence) => ({ ...sentence, text: hideInAgentsWords(claim, sentence.text) })),
});

/** Who answered is known by their first words, which are not kept where the rest of a number may follow them. */
export const hideInAnswer = (
  { redaction }: TurnClaim,
  { detection, evidence }: NonNullable<TurnResult["answer"]>,
): NonNullable<TurnResult["answer"]> => ({
  detection,
  evidence: redactionIn(redaction, "words") ? { ...evidence, words: null } : evidence,
});

/** Evidence is the person's words. */
export const hideInConclusion = (redaction: Redaction | null, conclusion: Conclusion): Conclusion => {
  const inVariables = redactionIn(redaction, "variables");
  const inEvidence = redactionIn(redaction, "words", "variables");
  const hide = (value: Conclusion["variables"][string], wanted: Redaction) => {
    if (typeof value !== "string" && typeof value !== "number") return value;
    const hidden = hideInValue(value, wanted);
    return hidden === value ? value : String(hidden);
  };
  return {
    variables: inVariables
      ? Object.fromEntries(
          Object.entries(conclusion.variables).map(([name, value]) => [name, hide(value, inVariables)]),
        )
      : conclusion.variables,
    evidence: Object.fromEntries(
      Object.entries(conclusion.evidence).map(([name, evidence]) => [
        name,
        inEvidence ? { ...evidence, text: hideInText(evidence.text, inEvidence) } : evidence,
      ]),
    ),
    disposition: conclusion.disposition,
    hasRefused: conclusion.hasRefused,
  };
};

/** Lists what was left out of a conclusion, as it was, where that is kept. */
export const listOriginalsOfConclusion = (
  redaction: Redaction | null,
  whole: Conclusion,
  hidden: Conclusion,
): Original[] => {
  if (!redaction?.keepsOriginal) return [];
  const variables = Object.entries(whole.variables).filter(([name, value]) => hidden.variables[name] !== value);
  const evidence = Object.entries(whole.evidence).filter(([name, { text }]) => hidden.evidence[name]?.text !== text);
  return [
    ...variables.map(([name, value]): Original => ({ kind: "variable", name, value })),
    ...evidence.map(([name, { text }]): Original => ({ kind: "evidence", name, value: text })),
  ];
};
