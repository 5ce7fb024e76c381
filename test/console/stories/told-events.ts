import { expect, it } from "@jest/globals";
import { Client } from "pg";
import { TIMELINE_KINDS, type TimelineKind } from "../../../domain/timeline/timeline-kinds.ts";
import { type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { makeCampaign, makeTalkingAgent } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

/** What the API says, in English. */
const OWN = "said by the API: Darf ich?";

/** An event of each kind, and what it is in German. */
const TOLD: Readonly<Record<TimelineKind, { payload: object; german: string }>> = {
  message: { payload: { follow_up: "message" }, german: "Der Person wurde eine Antwort versprochen zu: Darf ich?" },
  call_started: { payload: { provider: "simulator" }, german: "Der Anbieter hat den Anruf angenommen" },
  call_ended: { payload: { outcome: "no_answer", attempt: 1 }, german: "Der Anruf ist zu Ende: Keine Antwort" },
  outcome: { payload: { outcome: "busy" }, german: "Ergebnis: Besetzt" },
  question: { payload: { text: "Darf ich?" }, german: "Fragt: Darf ich?" },
  decision: { payload: { choice: "Ja" }, german: "Antwort: Ja" },
  action_proposed: { payload: { tool_name: "Book", summary: "ein Tisch" }, german: "Möchte Book benutzen: ein Tisch" },
  action_settled: { payload: { decision: "confirmed" }, german: "Bestätigt: Darf ich?" },
  edit_proposed: { payload: { reason: "Besser so" }, german: "Eine Änderung wird vorgeschlagen: Besser so" },
  edit_settled: { payload: { decision: "published" }, german: "Die Änderung wurde veröffentlicht" },
  secret_requested: {
    payload: { name: "CRM", why: "Zum Suchen" },
    german: "Ein Schlüssel wird gebraucht: CRM. Zum Suchen",
  },
  secret_provided: { payload: {}, german: "Der Schlüssel wurde hinterlegt: Darf ich?" },
  deliverable: { payload: { form: "review", score: 80 }, german: "Bewertet: 80 von 100" },
  campaign: { payload: { event: "paused" }, german: "said by the API: Die Kampagne wurde angehalten" },
  document: { payload: { version: 2 }, german: "Das Dokument hat sich geändert: Fassung 2" },
  system: { payload: { event: "hang_up_asked" }, german: "Jemand hat verlangt, dass er endet" },
};

export const toldEventStories = (rig: () => StoryRig): void => {
  it("says in the viewer's language what happened, whatever the kind of the event", async () => {
    let [agentId, runId, campaignId] = [0, 0, 0];
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        agentId = await makeTalkingAgent(client, { name: "Empfang" });
        runId = readNumber(await client.post(`/workflows/${agentId}/text-chat/sessions`), "workflow_run_id");
        campaignId = (await makeCampaign(client, "November")).campaignId;
        await tellEach(rig(), client, runId);
      },
    });
    const { page } = opened;
    await page.evaluate("localStorage.setItem('language', 'de')");
    const console = rig().stack.running.addresses.console ?? "";
    await page.goto(`${console}calls/${agentId}/${runId}`);
    const timeline = page.getByRole("region", { name: "Verlauf", exact: true });
    for (const { german } of Object.values(TOLD)) await timeline.getByText(german, { exact: true }).waitFor();
    expect(await timeline.getByText("Ein Gespräch in Text hat begonnen").count()).toBe(1);
    await page.goto(`${console}campaigns/${campaignId}`);
    await page.getByText("Die Kampagne wurde angelegt").waitFor();
    expect(opened.complaints).toEqual([]);
    await opened.close();
  });
};

/** Writes an event of each kind about a call, as the platform does. */
const tellEach = async ({ stack }: StoryRig, client: DemoClient, runId: number): Promise<void> => {
  const organizationId = readNumber(await client.get("/auth/me"), "organization_id");
  const database = new Client({ connectionString: stack.running.environment["DATABASE_MIGRATIONS_URL"] });
  await database.connect();
  try {
    for (const kind of TIMELINE_KINDS) {
      await database.query(
        "insert into timeline_events (organization_id, run_id, kind, actor, summary, payload) values ($1, $2, $3, 'system', $4, $5)",
        [organizationId, runId, kind, OWN, TOLD[kind].payload],
      );
    }
  } finally {
    await database.end();
  }
};
