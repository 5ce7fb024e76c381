import { CONSEQUENCE_SENTENCES, listConsequences } from "../../domain/access/consequences.ts";
import { isRecord } from "../../domain/json/json-value.ts";
import type { AnyOperation } from "../http/operation.ts";
import type { DescribedSize } from "./confirmation.ts";
import { ToolRefusal } from "./mcp-errors.ts";
import type { OperationArguments, OperationCalls } from "./operation-calls.ts";
import { pollUntil } from "./poll-until.ts";

/** What somebody is told before an act: whom it reaches, the most it costs, and when. */
export interface ActDescription extends DescribedSize {
  operation: string;
  does: string;
  consequences: string[];
  environment: "production" | "sandbox";
  facts?: Record<string, unknown>;
}

interface Act {
  operation: AnyOperation;
  given: OperationArguments;
  environment: "production" | "sandbox";
  /** Aborts when the client has left. */
  signal: AbortSignal;
}

/** Describes an act from what is there at this moment; changes nothing. */
export const describeAct = async (calls: OperationCalls, act: Act): Promise<ActDescription> => {
  const { operation, given, environment } = act;
  const consequences = listConsequences(operation, isRecord(given.body) ? given.body : {});
  return {
    operation: operation.id,
    does: operation.summary,
    consequences: [
      ...consequences.map((consequence) => CONSEQUENCE_SENTENCES[consequence]),
      ...(environment === "sandbox" ? [IN_SANDBOX] : []),
    ],
    environment,
    ...(await sizeOf(calls, act, consequences.includes("dials"))),
  };
};

const IN_SANDBOX = "Sandbox: the carrier simulator answers, nobody is called and nothing is paid for calls";

const sizeOf = async (
  calls: OperationCalls,
  { operation, given, signal }: Act,
  dials: boolean,
): Promise<DescribedSize & { facts?: Record<string, unknown> }> => {
  const ask = (id: string, asked: OperationArguments) => readFacts(calls, id, asked);
  if (operation.id === "campaigns.start") return describeStart(await ask("campaigns.forecast", given));
  if (operation.id === "campaigns.resume") {
    await waitForContacts(() => ask("campaigns.get", given), signal);
    return describeRest(await ask("campaigns.progress", given));
  }
  if (operation.id === "campaigns.backFill")
    return describeBackFill(await ask("campaigns.previewBackFill", spanOf(given)));
  if (operation.id === "campaigns.redial") return describeUnreached(await ask("campaigns.progress", given));
  if (!dials) return describeTarget(calls, { operation, given });
  const number = isRecord(given.body) ? given.body["phone_number"] : undefined;
  if (number === undefined) return { people: 1 };
  return { people: 1, facts: await ask("contacts.doNotCall.check", { query: { phone_number: number } }) };
};

const describeStart = (forecast: Record<string, unknown>) => {
  const cost = isRecord(forecast["cost"]) ? forecast["cost"] : {};
  return {
    people: numberOf(forecast["to_call"]),
    cost_most_minor: numberOf(cost["most_minor"]),
    facts: forecast,
  };
};

const TAKEN_UP_WITHIN_SECONDS = 10;

/** While a campaign that was just started takes up its contacts, it counts fewer than it would call. */
const waitForContacts = async (read: () => Promise<Record<string, unknown>>, signal: AbortSignal): Promise<void> => {
  const isWhole = (campaign: unknown) => isRecord(campaign) && campaign["total_rows"] !== null;
  const campaign = await pollUntil({ signal }, { seconds: TAKEN_UP_WITHIN_SECONDS, read, isDone: isWhole });
  if (!isWhole(campaign))
    throw new ToolRefusal(
      "Not carried out: the campaign still takes up its contacts. Call the tool again in a moment.",
    );
};

/** The address that is read names the same span as the act. */
const spanOf = ({ params, body }: OperationArguments): OperationArguments => {
  const { from, to } = isRecord(body) ? body : {};
  return { params, query: { from: String(from), to: String(to) } };
};

const describeBackFill = (preview: Record<string, unknown>) => ({
  people: numberOf(preview["contacts"]),
  facts: preview,
});

const describeRest = (progress: Record<string, unknown>) => ({
  people: numberOf(progress["remaining"]),
  facts: progress,
});

/** Nobody more than these is dialled again; which of them depends on how their calls ended. */
const describeUnreached = (progress: Record<string, unknown>) => {
  const [total, answered, suppressed] = ["total", "answered", "suppressed"].map(
    (name) => numberOf(progress[name]) ?? 0,
  );
  return { people: Math.max(0, (total ?? 0) - (answered ?? 0) - (suppressed ?? 0)), facts: progress };
};

/** What the same address answers when it is read, so that somebody sees what would be gone or changed. */
const describeTarget = async (calls: OperationCalls, { operation, given }: Pick<Act, "operation" | "given">) => {
  const reading = READINGS[operation.id];
  if (reading === undefined) return {};
  const row = await readFacts(calls, reading, { params: given.params });
  const facts = Object.entries(row).filter(([, value]) => value !== null && typeof value !== "object");
  return { facts: Object.fromEntries(facts) };
};

/** Where an act names a row, the operation that shows it. */
const READINGS: Readonly<Record<string, string>> = {
  "campaigns.cancel": "campaigns.progress",
  "campaigns.delete": "campaigns.get",
  "agents.publish": "agents.get",
  "agents.setStatus": "agents.get",
  "calls.hangUp": "calls.get",
  "credentials.delete": "credentials.get",
  "knowledge.delete": "knowledge.get",
  "tools.delete": "tools.get",
  "webhooks.delete": "webhooks.get",
  "telephony.configs.delete": "telephony.configs.get",
};

const readFacts = async (
  calls: OperationCalls,
  id: string,
  { params, query }: OperationArguments,
): Promise<Record<string, unknown>> => {
  const { data } = await calls.ask(calls.find(id), { params, query });
  return isRecord(data) ? data : {};
};

const numberOf = (value: unknown): number | undefined => (typeof value === "number" ? value : undefined);
