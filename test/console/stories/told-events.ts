import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "@jest/globals";
import { TIMELINE_KINDS } from "../../../domain/timeline/timeline-kinds.ts";
import { type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { runStatement } from "./database.ts";
import { GERMAN_DECISIONS, GERMAN_EVENTS, type GermanEvent, SUBJECT } from "./german-events.ts";
import { makeCampaign, makeTalkingAgent } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

/** What the API says, in English. */
const OWN = `said by the API: ${SUBJECT}`;

const EVENTS: readonly GermanEvent[] = [
  ...GERMAN_EVENTS,
  ...Object.entries(GERMAN_DECISIONS).map(([event, { details, german }]) => ({
    kind: "campaign" as const,
    payload: { event, ...details },
    german: `said by the API: ${german}`,
  })),
];

const SOURCES = ["activities", "api/campaigns", "infra/postgres/campaign", "infra/backup", "workflows/campaign"];

/** Returns the words that the code writes into a campaign's log as literals, beside a message. */
const writtenDecisions = (): string[] => {
  const root = join(import.meta.dirname, "../../..");
  const files = SOURCES.flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => readFileSync(join(root, folder, file), "utf8")),
  );
  return files.flatMap((text) => [...text.matchAll(/event: "(\w+)",\s+message\b/g)].map(([, word = ""]) => word));
};

export const toldEventStories = (rig: () => StoryRig): void => {
  it.concurrent("says in the viewer's language what happened, whatever the event", async () => {
    expect(new Set(EVENTS.map(({ kind }) => kind))).toEqual(new Set(TIMELINE_KINDS));
    expect(writtenDecisions().filter((word) => !(word in GERMAN_DECISIONS))).toEqual([]);
    expect(writtenDecisions()).toContain("waiting_for_budget");
    let [agentId, runId, campaignId] = [0, 0, 0];
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeTalkingAgent(client, { name: "Empfang" });
        runId = readNumber(await client.post(`/workflows/${agentId}/text-chat/sessions`), "workflow_run_id");
        campaignId = (await makeCampaign(client, "November")).campaignId;
        await tellAll(rig(), { client, runId, events: EVENTS });
      },
    });
    const { page } = opened;
    await page.evaluate("localStorage.setItem('language', 'de')");
    const console = rig().stack.running.addresses.console ?? "";
    await page.goto(`${console}calls/${agentId}/${runId}`);
    const timeline = page.getByRole("region", { name: "Verlauf", exact: true });
    await timeline.getByText("Der Anbieter hat den Anruf angenommen", { exact: true }).waitFor();
    const lines = await timeline.getByRole("listitem").allInnerTexts();
    const missing = EVENTS.filter(({ german }) => !lines.some((line) => line.endsWith(german)));
    expect(missing).toEqual([]);
    expect(lines.filter((line) => line.endsWith(OWN))).toEqual([]);
    expect(await timeline.getByText("Ein Gespräch in Text hat begonnen").count()).toBe(1);
    await page.goto(`${console}campaigns/${campaignId}`);
    await page.getByText("Die Kampagne wurde angelegt").waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });
};

interface ToTell {
  client: DemoClient;
  runId: number;
  events: readonly GermanEvent[];
}

/** Writes events about a call, as the platform does. */
const tellAll = async (rig: StoryRig, { client, runId, events }: ToTell): Promise<void> => {
  const organizationId = readNumber(await client.get("/auth/me"), "organization_id");
  await runStatement(
    rig,
    `insert into timeline_events (organization_id, run_id, kind, actor, summary, payload)
     select $1, $2, kind, 'system', $3, payload from jsonb_to_recordset($4) as event (kind text, payload jsonb)`,
    [organizationId, runId, OWN, JSON.stringify(events.map(({ kind, payload }) => ({ kind, payload })))],
  );
};
