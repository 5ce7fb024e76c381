import { randomUUID } from "node:crypto";
import { z } from "zod";
import { countSegments } from "../../domain/message/segments.rules.ts";
import { isE164 } from "../../domain/number/e164.ts";
import { type SendTextBody, type TextCallback, type TextView } from "../telephony/simulator/simulator.texts.ts";
import { retryCallback, sendCallback } from "./callbacks.ts";
import type { SimulatorJournal } from "./journal.ts";
import type { SimulatorScript, TextAnswer } from "./script.ts";
import type { RecordedText } from "./text-record.ts";

/** The body of `POST /v1/texts/inbound`: somebody writes to one of the platform's numbers. */
export const inboundTextBody = z.object({
  to: z.string(),
  from: z.string(),
  body: z.string().max(2000),
  /** Absent: where the number's texts are handed over. */
  inbound_url: z.url().optional(),
  account: z.string().default(""),
  /** The id of an earlier one: the carrier sends it again. */
  id: z.string().optional(),
});

/** A text whose address is known. */
export type TextThatComesIn = z.output<typeof inboundTextBody> & { inbound_url: string };

export interface Texts {
  send(body: SendTextBody): { answer: RecordedText["answer"]; text: TextView | null };
  /** Tells what has become of the text, as often as the script says. */
  report(text: TextView, statusUrl: string): Promise<void>;
  findByKey(idempotencyKey: string): TextView | null;
  /** Somebody writes; resolves to true when the platform has taken it. */
  comeIn(body: TextThatComesIn): Promise<boolean>;
  list(account: string | null): RecordedText[];
  keep(record: RecordedText): void;
  forget(account: string | null): void;
  /** Reports that nobody has taken are not sent again. */
  stop(): void;
}

const MOST_KEPT = 20_000;

/** Opens the texts of a journal. */
export const openTexts = ({
  journal,
  ...options
}: {
  signingKey: string;
  scriptFor(account: string): SimulatorScript;
  journal: SimulatorJournal;
}): Texts => {
  const texts: Texts = createTexts({
    ...options,
    commit: (record) => {
      journal.append({ kind: "text", record });
      texts.keep(record);
    },
  });
  for (const entry of journal.entries) if (entry.kind === "text") texts.keep(entry.record);
  return texts;
};

/** Creates the simulator's texts: each is sent, and then delivered or not as the script says. */
const createTexts = ({
  signingKey,
  scriptFor,
  commit,
}: {
  signingKey: string;
  scriptFor(account: string): SimulatorScript;
  commit(record: RecordedText): void;
}): Texts => {
  const stopped = new AbortController();
  const records: RecordedText[] = [];
  const ruleOf = ({ account, to }: { account: string; to: string }) =>
    scriptFor(account).texts.find(({ match }) => new RegExp(match).test(to));
  const decide = (body: SendTextBody): TextAnswer => {
    if (scriptFor(body.account).suspended_accounts.includes(body.account)) return "suspended";
    if (!isE164(body.to)) return "invalid_number";
    const rule = ruleOf(body);
    const earlier = records.filter(({ request }) => request.to === body.to && request.account === body.account).length;
    return rule && (rule.times === null || earlier < rule.times) ? rule.answer : "accepted";
  };
  const findByKey = (key: string) =>
    records.find(({ request, text }) => text !== null && request.idempotency_key === key)?.text ?? null;
  const send: Texts["send"] = (body) => {
    const known = findByKey(body.idempotency_key);
    const answer = known ? "duplicate" : decide(body);
    const made = answer === "accepted" || answer === "response_lost" ? makeText(body, ruleOf(body)?.state) : null;
    const { idempotency_key, account, to, from } = body;
    const request = { idempotency_key, account, to, from, body: body.body };
    commit({ received_at_ms: Date.now(), answer, request, text: made });
    return { answer, text: known ?? made };
  };
  return {
    send,
    findByKey,
    report: async (text, statusUrl) => {
      const times = ruleOf(text)?.callbacks ?? 1;
      for (let at = 0; at < times; at += 1) {
        const payload: TextCallback = { type: "text_status", text };
        const deliver = () => sendCallback(signingKey, statusUrl, payload);
        if (!(await deliver())) await retryCallback(deliver, stopped.signal).catch(() => {});
      }
    },
    comeIn: (body) => comeIn({ signingKey, commit }, body),
    list: (account) => records.filter(({ request }) => account === null || request.account === account),
    keep: (record) => {
      records.push(record);
      if (records.length > MOST_KEPT) records.shift();
    },
    forget: (account) => {
      const kept = records.filter(({ request }) => account !== null && request.account !== account);
      records.splice(0, records.length, ...kept);
    },
    stop: () => stopped.abort(),
  };
};

const comeIn = async (
  { signingKey, commit }: { signingKey: string; commit(record: RecordedText): void },
  { to, from, body, account, inbound_url: url, id = `simt_${randomUUID()}` }: TextThatComesIn,
): Promise<boolean> => {
  const base = { id, idempotency_key: id, account, to, from, body, direction: "inbound" as const };
  const text: TextView = { ...base, state: "delivered", opted_out: false, cost_minor: null, currency: null };
  commit({
    received_at_ms: Date.now(),
    answer: "came_in",
    request: { idempotency_key: id, account, to, from, body },
    text,
  });
  return sendCallback(signingKey, url, { type: "text_received", text });
};

const makeText = (
  { idempotency_key, account, to, from, body, sandbox }: SendTextBody,
  state: "sent" | "delivered" | "failed" = "delivered",
): TextView => ({
  id: `simt_${randomUUID()}`,
  idempotency_key,
  account,
  to,
  from,
  body,
  direction: "outbound",
  state,
  opted_out: false,
  cost_minor: sandbox ? 0 : countSegments(body).segments,
  currency: "USD",
});
