import { it } from "@jest/globals";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { runStatement } from "./database.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { makeList, makeTalkingAgent } from "./made-organization.ts";
import type { StoryRig } from "./rig.ts";

export const germanOfferStories = (rig: () => StoryRig): void => {
  it.concurrent("says in German what carriers, apps and packs offer, and what may surprise in a campaign", async () => {
    let [campaignId, carrierId] = [0, 0];
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        const [agentId, { listId }] = await Promise.all([
          makeTalkingAgent(client, { name: "Empfang" }),
          makeList(client),
        ]);
        const budget = { total_minor: 1, currency: "USD" };
        const campaign = { name: "November", workflow_id: agentId, contact_list_id: listId, budget };
        campaignId = readNumber(await client.post("/campaigns/create", campaign), "id");
        const account = await client.post("/organizations/telephony-configs", {
          name: "Zweites Konto",
          config: { provider: "simulator" },
        });
        carrierId = readNumber(account, "id");
        // No real carrier is asked for one.
        await runStatement(rig(), "update telephony_configurations set provider = 'twilio' where id = $1", [carrierId]);
      },
    });
    const { page } = opened;
    const url = rig().stack.running.addresses.console ?? "";
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.goto(`${url}campaigns/${campaignId}`);
    await page.getByRole("button", { name: "Wählen beginnen" }).click();
    const start = page.getByRole("dialog");
    await start
      .getByText(/^24 Kontakte je einmal anzurufen kann bis zu .* kosten\. Das Budget der Kampagne hat noch /)
      .waitFor();
    await start.getByText("24 von 24 Kontakten").waitFor();
    await expectFlawless(opened);
    await page.goto(`${url}carriers/${carrierId}`);
    await page.getByText("Tragen Sie eine aktive Nummer ein: Twilio braucht eine als Absender").waitFor();
    await page.getByText("Eine aktive Nummer des Kontos, die Angerufene sehen").waitFor();
    await page.getByLabel("Anrufe in der Sekunde").waitFor();
    await page.goto(`${url}connectors`);
    await page.getByText("freie Zeiten finden", { exact: false }).waitFor();
    // A choice whose words are long is no wider than its card.
    await page.goto(`${url}models`);
    await page.getByText("Nicht gesetzt: Agenten sprechen mit dem eingebauten").waitFor();
    await expectToFitTelephone(page);
    await page.goto(`${url}marketplace`);
    // Words of the page find their entries with any ending, and so do the API's English words.
    const search = page.getByRole("searchbox", { name: "Was soll er tun?" });
    await search.fill("Bestellungen");
    await page.getByRole("link", { name: "Kundendienst eines Ladens", exact: true }).waitFor();
    await page.getByText("1 Paket", { exact: true }).waitFor();
    await search.fill("tickets");
    await page.getByRole("link", { name: "Helpdesk", exact: true }).click();
    await page.getByText("Eröffnet ein Ticket, wenn das nicht hilft").waitFor();
    await page.getByRole("link", { name: "IT-Helpdesk einstellen" }).click();
    await page.getByLabel("Wie heißt Ihre Organisation?").waitFor();
    await expectFlawless(opened);
    await opened.close();
  });
};
