import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "@jest/globals";
import { parse } from "csv-parse/sync";
import { stringify } from "csv-stringify/sync";
import fc from "fast-check";
import { readSheet } from "read-excel-file/node";
import {
  campaignReportOperation,
  campaignRunsOperation,
  campaignSummaryOperation,
} from "../../../api/campaigns/campaign-reading.operations.ts";
import { escapeFormula } from "../../../api/http/table-file.ts";
import { insertArtifact } from "../../../infra/postgres/artifact/artifact.repository.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createCampaign, createContactListRows, fillCampaign, type RunRow } from "../../factories/campaigns.ts";
import { createTenant } from "../../factories/tenant.ts";
import type { ApiClient } from "../../harness/api-client.ts";
import { useTenantApi } from "../../harness/tenant-api.ts";

let viewer: ApiClient;
let agent: { agentId: number; versionId: number };
let campaignId: number;

const accepted = (hour: number, run: RunRow): RunRow => {
  const at = new Date(Date.UTC(2026, 2, 2, hour, 30));
  return { uuid: randomUUID(), created_at: at, carrier_accepted_at: at, ended_at: at, state: "completed", ...run };
};
const runs: RunRow[] = [
  accepted(8, {
    outcome: "answered",
    disposition: "interested",
    duration_seconds: 61,
    cost_minor: 120,
    currency: "USD",
    called_number: "+14155550101",
    caller_number: "+14155550100",
    started_at: "2026-03-02T08:30:00Z",
    answered_at: "2026-03-02T08:30:05Z",
    gathered_context: { budget: 900, note: '=HYPERLINK("x")', call_tags: ["vip", "late"] },
    evidence: { budget: { text: "nine hundred", at: null, entry_id: null } },
  }),
  accepted(8, { outcome: "answered", disposition: "interested", duration_seconds: 9, cost_minor: 30, currency: "EUR" }),
  accepted(22, { outcome: "busy", duration_seconds: 0, cost_minor: 5, currency: "USD" }),
  accepted(22, { outcome: "no_answer", attempt: 2, gathered_context: { mood: "," } }),
  {
    uuid: randomUUID(),
    state: "blocked",
    outcome: "blocked_dnc",
    ended_at: new Date(),
    created_at: "2026-03-03T00:00:00Z",
  },
  { uuid: randomUUID(), state: "in_progress", created_at: "2026-03-03T00:00:00Z" },
];

const { test, api, tenant } = await useTenantApi();
beforeAll(async () => {
  viewer = api.client({ token: tenant.viewer.token });
  agent = await createAgentRows(test, tenant);
  const list = await createContactListRows(test, tenant);
  const operator = api.client({ token: tenant.operator.token });
  const schedule_config = {
    enabled: false,
    timezone: "Europe/Berlin",
    slots: [{ day_of_week: 0, start_time: "09:00", end_time: "10:00" }],
  };
  ({ id: campaignId } = await createCampaign(operator, {
    workflow_id: agent.agentId,
    contact_list_id: list,
    schedule_config,
  }));
  const contacts = [
    { state: "finished", dialled: true, answered: true, attempts: 1, last_outcome: "answered" },
    { state: "finished", dialled: true, answered: true, attempts: 1, last_outcome: "answered" },
    { state: "finished", dialled: true, attempts: 2, last_outcome: "no_answer" },
    { state: "suppressed" },
  ] as const;
  await fillCampaign(test, { id: campaignId, organizationId: tenant.organizationId, ...agent }, { contacts, runs });
  // The first contact was called first.
  const { id: campaign_contact_id } = await test.everything
    .updateTable("campaign_contacts")
    .set({ name: "Ada" })
    .where("phone_number", "=", "+14156660000")
    .returning("id")
    .executeTakeFirstOrThrow();
  await test.everything
    .updateTable("call_runs")
    .set({ campaign_contact_id })
    .where("called_number", "=", "+14155550101")
    .execute();
});

const download = (query = "") => viewer.fetch(`/api/v1/campaigns/${campaignId}/report${query}`);

describe("the report", () => {
  it("is CSV with the known columns, one for each thing the agent gathered, and every call that ended", async () => {
    const response = await download();
    expect(response.headers.get("content-type")).toBe("text/csv; charset=utf-8");
    expect(response.headers.get("content-disposition")).toBe(
      `attachment; filename="campaign-${campaignId}-report.csv"`,
    );
    const [header, ...rows] = parse(await response.text());
    expect(header).toEqual([
      "Run ID",
      "Campaign ID",
      "Agent ID",
      "Agent Definition ID",
      "Created At",
      "Phone Number",
      "Call Disposition",
      "Call Duration (s)",
      "budget",
      "mood",
      "note",
      "Call Tags",
      "Transcript URL",
      "Recording URL",
      "Outcome",
      "Attempt",
      "Name",
      "Caller ID",
      "Started At",
      "Answered At",
      "Ended At",
      "Cost (minor)",
      "Currency",
      "Agent Version",
      "Answered By",
      "budget (evidence)",
      "mood (evidence)",
      "note (evidence)",
    ]);
    expect(rows).toHaveLength(5);
    expect(rows[0]?.slice(1)).toEqual([
      String(campaignId),
      String(agent.agentId),
      String(agent.versionId),
      "2026-03-02T08:30:00.000Z",
      "+14155550101",
      "interested",
      "61",
      "900",
      "",
      `'=HYPERLINK("x")`,
      "vip, late",
      "",
      "",
      "answered",
      "1",
      "Ada",
      "+14155550100",
      "2026-03-02T08:30:00.000Z",
      "2026-03-02T08:30:05.000Z",
      "2026-03-02T08:30:00.000Z",
      "120",
      "USD",
      "1",
      "",
      "nine hundred",
      "",
      "",
    ]);
    const outcome = header?.indexOf("Outcome") ?? 0;
    expect(rows.map((row) => row[outcome])).toEqual(["answered", "answered", "busy", "no_answer", "blocked_dnc"]);
  });

  it("leads to what is kept of a call", async () => {
    const answered = await test.everything
      .selectFrom("call_runs")
      .selectAll()
      .where("called_number", "=", "+14155550101")
      .executeTakeFirstOrThrow();
    const file = { artifactType: "recording", format: "mp3", contentType: "audio/mpeg", sizeBytes: 1 } as const;
    await test.database.inOrganization(tenant.organizationId, (tx) => insertArtifact(tx, answered, file));
    const [, first, second] = parse(await (await download()).text());
    expect(first?.slice(12, 14)).toEqual([
      "",
      expect.stringMatching(/\/public\/download\/workflow\/[\w.-]+\/recording$/),
    ]);
    expect(second?.slice(12, 14)).toEqual(["", ""]);
    const { status, headers } = await fetch(first?.[13] ?? "", { redirect: "manual" });
    expect([status, headers.get("location")]).toEqual([302, expect.stringContaining(`${answered.uuid}/recording.mp3`)]);
    await test.everything.deleteFrom("call_artifacts").execute();
  });

  it("says the same as XLSX", async () => {
    const csv = parse(await (await download()).text());
    const response = await download("?format=xlsx");
    expect(response.headers.get("content-disposition")).toContain(`campaign-${campaignId}-report.xlsx`);
    const sheet = await readSheet(Buffer.from(await response.arrayBuffer()));
    expect(sheet.map((row) => row.map((cell) => (cell === null ? "" : String(cell))))).toEqual(csv);
  });

  it("is of the days asked for, the last one whole", async () => {
    const count = async (query: string) => parse(await (await download(query)).text()).length - 1;
    expect(await count("?end_date=2026-03-02")).toBe(4);
    expect(await count("?start_date=2026-03-03")).toBe(1);
    expect(await count("?start_date=2026-03-02T12:00:00Z&end_date=2026-03-02T23:00:00Z")).toBe(2);
    expect((await download("?start_date=yesterday")).status).toBe(422);
    expect((await download("?format=pdf")).status).toBe(422);
  });

  it("has every call once, in order, over many pages", async () => {
    const list = await createContactListRows(test, tenant);
    const operator = api.client({ token: tenant.operator.token });
    const { id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id: list });
    const many = Array.from(
      { length: 2345 },
      (): RunRow => ({ uuid: randomUUID(), ended_at: new Date(), state: "failed", outcome: "failed" }),
    );
    const campaign = { id, organizationId: tenant.organizationId, ...agent };
    await fillCampaign(test, campaign, { contacts: [{ state: "finished" }], runs: many });
    const response = await viewer.fetch(`/api/v1/campaigns/${id}/report`);
    const ids = parse(await response.text())
      .slice(1)
      .map(([runId]) => Number(runId));
    expect(new Set(ids).size).toBe(2345);
    expect(ids).toEqual(ids.toSorted((a, b) => a - b));
  });

  describe("of contacts", () => {
    const contacts: Parameters<typeof fillCampaign>[2]["contacts"] = [
      { state: "finished", dialled: true, answered: true, attempts: 1, last_outcome: "answered", name: "=Ada" },
      { state: "suppressed", last_outcome: "blocked_dnc", attributes: { city: "Berlin", "=x": 1 } },
      { state: "pending", waits: true },
      { state: "waiting_retry", waits: true, attempts: 1, dialled: true, last_outcome: "busy" },
      { state: "finished", attempts: 2, last_outcome: "failed" },
    ];
    const filled = async (state: "draft" | "running" | "canceled") => {
      const operator = api.client({ token: tenant.operator.token });
      const contact_list_id = await createContactListRows(test, tenant);
      const { id } = await createCampaign(operator, { workflow_id: agent.agentId, contact_list_id });
      const campaign = { id, organizationId: tenant.organizationId, ...agent };
      await fillCampaign(test, campaign, { contacts });
      const rows = await test.everything
        .selectFrom("campaign_contacts")
        .select(["id", "phone_number"])
        .where("campaign_id", "=", id)
        .orderBy("phone_number")
        .execute();
      const called = rows[0]?.id ?? 0;
      const at = "2026-03-02T08:30:00Z";
      const run = { agent_id: agent.agentId, agent_version_id: agent.versionId, mode: "telephony", name: "call" };
      const owner = { organization_id: tenant.organizationId, campaign_id: id, campaign_contact_id: called };
      await test.everything
        .insertInto("call_runs")
        .values([
          {
            ...run,
            ...owner,
            uuid: randomUUID(),
            state: "completed",
            outcome: "busy",
            ended_at: at,
            cost_minor: 3,
            currency: "USD",
          },
          {
            ...run,
            ...owner,
            uuid: randomUUID(),
            state: "completed",
            outcome: "answered",
            ended_at: at,
            started_at: at,
            answered_at: at,
            cost_minor: 7,
            currency: "USD",
            duration_seconds: 60,
            disposition: "sold",
            caller_number: "+14155550100",
          },
        ])
        .execute();
      await test.everything.updateTable("campaigns").set({ state }).where("id", "=", id).execute();
      return id;
    };
    const readContacts = async (id: number, format = "csv") => {
      const response = await viewer.fetch(`/api/v1/campaigns/${id}/report?rows=contacts&format=${format}`);
      expect(response.headers.get("content-disposition")).toContain(`campaign-${id}-contacts.${format}`);
      return response;
    };
    const parseContacts = async (id: number): Promise<Record<string, string>[]> =>
      parse(await (await readContacts(id)).text(), { columns: true });

    it("has a row for everybody, also for whom no carrier was asked, with the reason", async () => {
      const rows = await parseContacts(await filled("running"));
      expect(rows.map((row) => [row["State"], row["Reason"]])).toEqual([
        ["answered", ""],
        ["suppressed", "The number is on the do-not-call list"],
        ["pending", "Its turn has not come yet"],
        ["waiting_retry", "It waits for another attempt: busy"],
        ["unreached", "No carrier took the call: failed"],
      ]);
      expect((await parseContacts(await filled("canceled")))[2]?.["Reason"]).toBe(
        "The campaign was canceled before its turn came",
      );
    });

    it("tells the last call, what all of them cost, and the attributes, none of them a formula", async () => {
      const rows = await parseContacts(await filled("running"));
      expect(rows[0]).toMatchObject({
        "Phone Number": "+14156660000",
        Name: "'=Ada",
        "Last Outcome": "answered",
        "Call Disposition": "sold",
        "Caller ID": "+14155550100",
        "Answered At": "2026-03-02T08:30:00.000Z",
        "Call Duration (s)": "60",
        "Cost (minor)": "10",
        Currency: "USD",
      });
      expect(rows[1]).toMatchObject({ city: "Berlin", "'=x": "1" });
    });

    it("says the same as XLSX, has everybody once over many pages, and takes no dates", async () => {
      const id = await filled("running");
      const many = Array.from({ length: 1200 }, (_, at) => ({
        organization_id: tenant.organizationId,
        campaign_id: id,
        phone_number: `+1415777${String(at).padStart(4, "0")}`,
      }));
      await test.everything.insertInto("campaign_contacts").values(many).execute();
      const csv = parse(await (await readContacts(id)).text());
      expect(new Set(csv.map((row) => row[1])).size).toBe(1 + 5 + 1200);
      const sheet = await readSheet(Buffer.from(await (await readContacts(id, "xlsx")).arrayBuffer()));
      expect(sheet.map((row) => row.map((cell) => (cell === null ? "" : String(cell))))).toEqual(csv);
      const dated = await viewer.fetch(`/api/v1/campaigns/${id}/report?rows=contacts&start_date=2026-03-02`);
      expect(dated.status).toBe(422);
    });
  });

  it("the report of another organization's campaign is a 404", async () => {
    const other = await createTenant(test);
    const stranger = api.client({ token: other.owner.token });
    for (const operation of [campaignReportOperation, campaignSummaryOperation, campaignRunsOperation]) {
      expect((await stranger.refused(operation, { params: { campaign_id: campaignId } })).status).toBe(404);
    }
  });
});

describe("cells", () => {
  it("never begin a formula, and survive the file", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: "grapheme" }),
        fc.constantFrom("", "=", "+", "-", "@", "\t", "\r", "\uFF1D", "\uFF0B", "\uFF0D", "\uFF20"),
        (text, start) => {
          const written = escapeFormula(start + text);
          const [row] = parse(stringify([[written, "next"]]));
          expect(row).toEqual([written, "next"]);
          expect(/^[=@\t\r\uFF1D\uFF0B\uFF0D\uFF20]/.test(written)).toBe(false);
          if (/^[+-]/.test(written)) expect(written).toMatch(/^[+-]\d+(\.\d+)?$/);
        },
      ),
    );
  });

  it("leave telephone numbers and ordinary text as they are", () => {
    for (const text of ["+14155550101", "-3.5", "Ann", "a=b", "", "1+1"]) expect(escapeFormula(text)).toBe(text);
    for (const text of ["+1+1", "-cmd|' /C calc'!A0", "@SUM(A1)", "=1"]) expect(escapeFormula(text)).toBe(`'${text}`);
  });
});

describe("the summary", () => {
  it("counts outcomes, dispositions, talk, cost, attempts, hours and days of the campaign's zone", async () => {
    const { body } = await viewer.call(campaignSummaryOperation, { params: { campaign_id: campaignId } });
    expect(body).toEqual({
      campaign_id: campaignId,
      state: "completed",
      budgets: [],
      total: 4,
      dialled: 3,
      answered: 2,
      attempts: 4,
      outcomes: { answered: 2, blocked_dnc: 1, busy: 1, no_answer: 1 },
      dispositions: { interested: 2 },
      talk_seconds: 70,
      answer_rate: 2 / 3,
      answered_by: {},
      costs: [
        { currency: "EUR", cost_minor: 30 },
        { currency: "USD", cost_minor: 125 },
      ],
      calls_removed: null,
      as_of: expect.any(String),
      unknown: [],
      attempts_per_contact: [
        { attempts: 0, contacts: 1 },
        { attempts: 1, contacts: 2 },
        { attempts: 2, contacts: 1 },
      ],
      last_outcomes: { answered: 2, no_answer: 1 },
      not_called_by_end: 0,
      timezone: "Europe/Berlin",
      by_hour: [
        { hour: 9, calls: 2, answered: 2 },
        { hour: 23, calls: 2, answered: 0 },
      ],
      by_day: [{ date: "2026-03-02", calls: 4, answered: 2 }],
      by_version: [expect.objectContaining({ version: 1, calls: 4, answered: 2 })],
    });
  });
});

describe("the campaign's runs", () => {
  const list = (query: object = {}) =>
    viewer.call(campaignRunsOperation, { params: { campaign_id: campaignId }, query });
  const refused = (query: object) =>
    viewer.refused(campaignRunsOperation, { params: { campaign_id: campaignId }, query });

  it("come in pages, newest first or by duration", async () => {
    const { body } = await list({ limit: 4 });
    expect(body).toMatchObject({ total_count: 6, page: 1, limit: 4, total_pages: 2 });
    expect(body.runs.map(({ state }) => state)).toEqual(["in_progress", "blocked", "completed", "completed"]);
    const longest = await list({ sort_by: "duration", limit: 1 });
    expect(longest.body.runs[0]?.duration_seconds).toBe(61);
  });

  it("can be filtered", async () => {
    const filters = JSON.stringify([{ attribute: "duration", type: "numberRange", value: { min: 5, max: 100 } }]);
    expect((await list({ filters })).body.total_count).toBe(2);
  });

  it("refuse filters that are no JSON (400), that this list does not take (403), and sorting by anything else (422)", async () => {
    expect(await refused({ filters: "{" })).toMatchObject({ status: 400, detail: "Invalid filter format" });
    const other = JSON.stringify([{ attribute: "callerNumber", type: "text", value: { value: "1" } }]);
    expect((await refused({ filters: other })).status).toBe(403);
    expect((await refused({ sort_by: "cost" })).status).toBe(422);
  });
});
