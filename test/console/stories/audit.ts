import { expect, it } from "@jest/globals";
import { readNumber } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { runStatement } from "./database.ts";
import { expectFlawless } from "./expectations.ts";
import { makeList } from "./made-organization.ts";
import { NUMBER, placeRecordedCall } from "./recorded-call.ts";
import { goTo, inTurn, type StoryRig } from "./rig.ts";

const PICTURES = process.env["AUDIT_PICTURES"];

export const auditStories = (rig: () => StoryRig): void => {
  it.concurrent(
    "finds who downloaded a recording",
    inTurn(async () => {
      const opened = await rig().openAsOwner();
      const { page, client } = opened;
      await placeRecordedCall(rig(), client);
      // Somebody else of the organization hears the call.
      const email = `listener-${crypto.randomUUID()}@example.com`;
      const { link } = await client.post("/team/invitations", { email, role: "viewer" });
      const listener = await rig().open();
      await listener.page.goto(String(link));
      await listener.page.getByLabel(/^Your name/).fill("Lea Listener");
      await listener.page.getByLabel(/^Password/).fill("another long password");
      await listener.page.getByRole("button", { name: "Join" }).click();
      await goTo(listener.page, "Calls");
      await listener.page.getByRole("link", { name: NUMBER }).click();
      await listener.page.getByRole("slider", { name: "Position in the recording" }).waitFor();
      await waitUntil("the recording was asked for", async () =>
        listener.page.evaluate(`document.querySelector("audio").readyState > 0`),
      );
      // What was downloaded is in the audit a moment after its answer.
      await waitUntil("the audit has it", async () =>
        JSON.stringify(await client.get("/audit")).includes("calls.artifact"),
      );
      await listener.close();

      await goTo(page, "Who did what");
      await page.getByRole("combobox", { name: "Shown" }).click();
      await page.getByRole("option", { name: "Downloads" }).click();
      const row = page.getByRole("row", { name: /Lea Listener downloaded a recording/ }).first();
      await row.getByText(/calls\.artifact, run_id \d+, artifact_type recording/).waitFor();
      expect(await page.getByRole("row", { name: /Somebody with a link downloaded/ }).count()).toBe(0);
      await expectFlawless(opened);
      if (PICTURES) await page.screenshot({ path: `${PICTURES}/who-downloaded.png`, fullPage: true });
      await opened.close();
    }),
  );

  it.concurrent("shows what is removed next before it is, kind by kind", async () => {
    const opened = await rig().openAsOwner({ rows: makeList });
    const { page, client } = opened;
    const organizationId = readNumber(await client.get("/auth/me"), "organization_id");
    const makeOlder = (name: string, days: number) =>
      runStatement(
        rig(),
        "update contacts set created_at = now() - $1::int * interval '1 day' where organization_id = $2 and name = $3",
        [days, organizationId, name],
      );
    await makeOlder("Ada Example", 40);
    await makeOlder("Ben Example", 26);
    await goTo(page, "Settings");
    const card = page.getByRole("region", { name: "Days that each kind of data is kept" });
    await card.getByText("Kept for good.").first().waitFor();
    await card.getByLabel(/^Contacts/).fill("30");
    await card.getByRole("button", { name: "Save" }).click();
    await card.getByText("In force: 30 days. Removed next: 1; within a week: 24.").waitFor();
    await expectFlawless(opened);
    await opened.close();
  });
};
