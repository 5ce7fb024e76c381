import { setTimeout as delay } from "node:timers/promises";
import type { OutsideResult } from "../../application/journey/finish-step.ts";
import { fillStepText } from "../../application/journey/step-work.ts";
import type { BegunStep } from "../../application/journey/take-steps.ts";
import { sendText } from "../../application/message/send-text.ts";
import { END_REASONS, isMailAddress, type StepOf } from "../../domain/journey/journey.ts";
import { addToDoNotCall, findDoNotCall } from "../../infra/postgres/contact/do-not-call.repository.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import { findStep } from "../../infra/postgres/journey/journey-steps.repository.ts";
import { buildNumberLockKey, lockShared } from "../../infra/postgres/locks.ts";
import type { JourneyInput } from "../../workflows/journey/journey.contract.ts";
import type { WorkerDependencies } from "../dependencies.ts";

export type JourneyDependencies = Pick<
  WorkerDependencies,
  "database" | "mailer" | "temporal" | "logger" | "clock" | "carriers" | "secrets" | "prices" | "publicBaseUrl"
>;

/** Does what a begun step does outside the transaction of its row. Never throws for the other side's answers. */
export const askOutside = async (
  deps: JourneyDependencies,
  { organizationId }: JourneyInput,
  { rowId, isNew, step }: BegunStep,
): Promise<OutsideResult> => {
  const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
    deps.database.inOrganization(organizationId, work);
  const person = await inside((tx) => readPerson(tx, rowId));
  if (!person) return { kind: "skipped", reason: "the person is not in the campaign any more", ends: true };
  if (step.do === "do_not_call") return inside((tx) => addNumber(tx, person, step));
  if (step.do === "mail") return sendMail(deps, { person, step, isNew });
  if (step.do === "sms") return sendStepText(deps, person, step);
  throw new Error(`${step.do} asks nobody outside`);
};

type Person = NonNullable<Awaited<ReturnType<typeof readPerson>>>;

const readPerson = async (tx: OrganizationTransaction, rowId: number) => {
  const row = await findStep(tx, rowId);
  if (!row) return null;
  const contact = await tx
    .selectFrom("campaign_contacts")
    .innerJoin("campaigns", "campaigns.id", "campaign_contacts.campaign_id")
    .selectAll("campaign_contacts")
    .select(["campaigns.environment", "campaigns.name as campaign_name"])
    .where("campaign_contacts.id", "=", row.campaign_contact_id)
    .executeTakeFirst();
  const run =
    row.run_id === null
      ? undefined
      : await tx.selectFrom("call_runs").selectAll().where("id", "=", row.run_id).executeTakeFirst();
  return contact ? { row, contact, run } : null;
};

/** Repeating it changes nothing. */
const addNumber = async (
  tx: OrganizationTransaction,
  { contact }: Person,
  step: StepOf<"do_not_call">,
): Promise<OutsideResult> => {
  await addToDoNotCall(tx, {
    organizationId: contact.organization_id,
    environment: contact.environment,
    phoneNumbers: [contact.phone_number],
    source: "opt_out",
    reason: step.reason ?? `the journey of campaign ${contact.campaign_id}`,
  });
  return { kind: "done" };
};

/**
 * The text is asked for under the step's key, so whoever asks again finds it. Every rule of texts decides: do-not-call, consent, quiet
 * hours, budgets.
 */
const sendStepText = async (
  deps: JourneyDependencies,
  { row, contact, run }: Person,
  step: StepOf<"sms">,
): Promise<OutsideResult> => {
  const result = await sendText(deps, {
    organizationId: contact.organization_id,
    environment: contact.environment,
    key: `journey:${row.key}`,
    runId: run?.id ?? null,
    reason: "journey",
    actor: `campaign:${contact.campaign_id}`,
    to: contact.phone_number,
    body: fillStepText(step.text, { contact, run }),
    campaignId: contact.campaign_id,
    campaignContactId: contact.id,
  });
  if (result.kind === "waits") return { kind: "postponed", until: new Date(result.untilMs), reason: result.sentence };
  if (result.kind === "refused")
    return { kind: "skipped", reason: result.sentence, ...(result.outcome === "blocked_dnc" && { ends: true }) };
  const { state, error } = result.message;
  if (state === "failed") return { kind: "failed", reason: error ?? "the carrier did not take the text" };
  // One that still waits for its carrier is of a process that has died: the carrier is asked later what came of it.
  return state === "unknown" || state === "queued"
    ? { kind: "unclear", reason: error ?? "the carrier did not say whether it took the text" }
    : { kind: "done" };
};

/** A mail server cannot tell whether it has taken a mail: one whose process has died meanwhile is not sent again. */
const sendMail = async (
  deps: JourneyDependencies,
  { person, step, isNew }: { person: Person; step: StepOf<"mail">; isNew: boolean },
): Promise<OutsideResult> => {
  const { mailer } = deps;
  if (!isNew)
    return { kind: "unclear", reason: "the process died while the mail was sent, and it is not sent a second time" };
  if (person.contact.environment === "sandbox") return { kind: "skipped", reason: "a sandbox campaign sends no mail" };
  if (!mailer) return { kind: "skipped", reason: "no mail server is configured" };
  const to = fillStepText(step.to ?? "{{email}}", person);
  if (!isMailAddress(to)) return { kind: "skipped", reason: "no mail address is known of this person" };
  const subject = fillStepText(step.subject, person).replaceAll(/\s+/g, " ");
  const mail = { to, subject, text: `${fillStepText(step.text, person)}\n` };
  return await sendUnlessListed(deps, person, () => mailer.send(mail));
};

/** So long somebody who says stop waits for a mail that is handed over; the mail server has got a later one already. */
const HELD_AT_MOST_MS = 1000;

/** Sends while the number cannot enter the do-not-call list, as texts and calls are handed over: none begins once it has entered. */
const sendUnlessListed = async (
  { database, logger }: JourneyDependencies,
  { contact, row }: Person,
  send: () => Promise<void>,
): Promise<OutsideResult> => {
  const sending = await database.inOrganization(contact.organization_id, async (tx) => {
    await lockShared(tx, buildNumberLockKey(contact.organization_id, contact.phone_number));
    if (await findDoNotCall(tx, contact.phone_number, contact.environment)) return null;
    const answer = send().then(
      (): OutsideResult => ({ kind: "done" }),
      (err: unknown): OutsideResult => {
        logger.warn({ err, journey_step: row.id }, "a mail of a journey was not taken");
        return { kind: "failed", reason: "the mail server refused the mail or was not reachable" };
      },
    );
    await Promise.race([answer, delay(HELD_AT_MOST_MS, undefined, { ref: false })]);
    return { answer };
  });
  return sending ? sending.answer : { kind: "skipped", reason: END_REASONS.listed, ends: true };
};
