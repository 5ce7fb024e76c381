import { parse } from "csv-parse/sync";
import { z } from "zod";
import {
  campaignProgressOperation,
  campaignSummaryOperation,
} from "../../api/campaigns/campaign-reading.operations.ts";
import type { progressAnswer } from "../../api/campaigns/progress.schemas.ts";
import type { summaryAnswer } from "../../api/campaigns/summary.schemas.ts";
import { getConsentOperation } from "../../api/contacts/consents.operations.ts";
import { listDoNotCallOperation } from "../../api/contacts/do-not-call.operations.ts";
import type { RecordedRequest } from "../../infra/simulator/record.ts";
import { type CallView, callViewSchema } from "../../infra/telephony/simulator/simulator.protocol.ts";
import type { ChaosCampaign } from "./chaos-campaign.ts";
import { persistently } from "./persistent-client.ts";

export interface ReportRow {
  number: string;
  outcome: string;
}

/** All that the judge looks at. */
export interface Evidence {
  numbers: readonly string[];
  retries: { most: number; delaySeconds: number };
  /** The simulator's record: every request, and every call as it ended. */
  requests: readonly RecordedRequest[];
  calls: readonly CallView[];
  repeatedKeys: readonly string[];
  /** The platform's own figures. */
  progress: z.output<typeof progressAnswer>;
  summary: z.output<typeof summaryAnswer>;
  /** Its rows in their order. */
  report: readonly ReportRow[];
  /** Its do-not-call list. */
  listed: readonly string[];
  /** Numbers whose consent it says is withdrawn. */
  withdrawn: readonly string[];
}

const AT_ONCE = 20;

export const gatherEvidence = async (chaos: ChaosCampaign): Promise<Evidence> => {
  const { client, simulator, account, campaignId } = chaos;
  const params = { campaign_id: campaignId };
  return {
    numbers: chaos.numbers,
    retries: chaos.retries,
    requests: await simulator.record(`?account=${account}`),
    calls: await readCalls(chaos),
    repeatedKeys: (await simulator.summary(`?account=${account}`)).repeated_keys,
    progress: await persistently(
      "progress",
      async () => (await client.call(campaignProgressOperation, { params })).body,
    ),
    summary: await persistently("summary", async () => (await client.call(campaignSummaryOperation, { params })).body),
    report: await persistently("report", () => readReport(chaos)),
    listed: await readDoNotCall(chaos),
    withdrawn: await readWithdrawn(chaos),
  };
};

const readCalls = async ({ simulator, account }: ChaosCampaign): Promise<CallView[]> => {
  const ids = (await simulator.record(`?account=${account}`)).flatMap(({ answer, call_id: id }) =>
    answer === "accepted" && id !== null ? [id] : [],
  );
  const calls: CallView[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const answers = ids.slice(at, at + AT_ONCE).map(async (id) => {
      const answer = await simulator.ask("GET", `/v1/calls/${id}`);
      return callViewSchema.parse(await answer.json());
    });
    calls.push(...(await Promise.all(answers)));
  }
  return calls;
};

const reportRow = z.object({ "Phone Number": z.string(), Outcome: z.string() });

const readReport = async ({ client, campaignId }: ChaosCampaign): Promise<ReportRow[]> => {
  const answer = await client.fetch(`/api/v1/campaigns/${campaignId}/report`);
  if (!answer.ok) throw new Error(`the report answered ${answer.status}`);
  const rows = z.array(reportRow).parse(parse(await answer.text(), { columns: true, bom: true }));
  return rows.map((row) => ({ number: row["Phone Number"], outcome: row.Outcome }));
};

const readWithdrawn = async ({ client, numbers }: ChaosCampaign): Promise<string[]> => {
  const withdrawn: string[] = [];
  for (let at = 0; at < numbers.length; at += AT_ONCE) {
    const asked = numbers.slice(at, at + AT_ONCE).map(async (phone_number) => {
      const query = { phone_number, limit: 1 };
      const { body } = await persistently("consent", () => client.call(getConsentOperation, { query }));
      if (body.status === "withdrawn") withdrawn.push(phone_number);
    });
    await Promise.all(asked);
  }
  return withdrawn;
};

const readDoNotCall = async ({ client }: ChaosCampaign): Promise<string[]> => {
  const numbers: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { limit: 100, ...(cursor !== undefined && { cursor }) };
    const { body } = await persistently("do-not-call list", () => client.call(listDoNotCallOperation, { query }));
    numbers.push(...body.do_not_call.map(({ phone_number }) => phone_number));
    if (body.next_cursor === null) return numbers;
    cursor = body.next_cursor;
  }
};
