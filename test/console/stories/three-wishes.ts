import { createHmac } from "node:crypto";
import { expect, it } from "@jest/globals";
import { DateTime } from "luxon";
import type { Page } from "playwright-core";
import { type DemoClient, readNumber } from "../../../infra/local/demo/demo-client.ts";
import { waitUntil } from "../../harness/wait-until.ts";
import { expectFlawless } from "./expectations.ts";
import { makeTalkingAgent } from "./made-organization.ts";
import { goTo, type StoryRig } from "./rig.ts";

const TOMORROW = DateTime.now().setZone("America/New_York").plus({ days: 1 }).toISODate();
/** Made when it is imported: what is in two days changes at midnight. */
const fifty = () =>
  ["phone_number,name,appointment", ...Array.from({ length: 50 }, (_, at) => rowOf(at)), ""].join("\n");
/** Calls to it are never answered. */
const NOBODY_ANSWERS = "+17605550103";
/** For whom everything that is pressed and filled takes two seconds, a wish is granted within two minutes. */
const MOST_ACTS = 60;

/** Counts what is pressed and filled, which is the same on however slow a machine. */
const COUNT_ACTS = `if (!("acts" in window)) {
  window.acts = 0;
  for (const kind of ["pointerdown", "input"]) addEventListener(kind, () => (window.acts += 1), true);
}`;
const countActs = (page: Page): Promise<number> => page.evaluate("window.acts");

/** Every second of them comes in two days. */
function rowOf(at: number): string {
  const day = DateTime.utc()
    .plus({ days: at % 2 === 0 ? 2 : 9 })
    .toISODate();
  return `+1212555${String(2000 + at)},Person ${at},${day}`;
}

/** Does what a person does, and says how much it is and how long it took. */
const timed = async (page: Page, wish: string, act: () => Promise<void>): Promise<void> => {
  await page.evaluate(COUNT_ACTS);
  const [before, begun] = [await countActs(page), performance.now()];
  await act();
  const [acts, seconds] = [(await countActs(page)) - before, (performance.now() - begun) / 1000];
  process.stdout.write(`Wish "${wish}" in the browser: ${acts} acts, ${seconds.toFixed(1)} s\n`);
  expect(acts).toBeGreaterThan(0);
  expect(acts).toBeLessThanOrEqual(MOST_ACTS);
};

const importFifty = async (page: Page): Promise<void> => {
  await goTo(page, "Contacts");
  await page.getByRole("link", { name: "Import a file" }).first().click();
  await page
    .getByLabel("CSV or Excel file")
    .setInputFiles({ name: "fifty.csv", mimeType: "text/csv", buffer: Buffer.from(fifty()) });
  await page.getByRole("cell", { name: "Person 0" }).waitFor();
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByText("50 new, 0 updated").waitFor();
};

const choose = async (page: Page, label: string, option: string): Promise<void> => {
  await page.getByRole("combobox", { name: label }).click();
  await page.getByRole("option", { name: option }).click();
};

const attestAnd = async (page: Page, action: string): Promise<void> => {
  await page.getByRole("checkbox", { name: "These people agreed to be called" }).check();
  await page.getByRole("button", { name: action }).click();
};

const newestCampaign = async (client: DemoClient) => {
  const { campaigns } = await client.get("/campaigns");
  const [newest] = Array.isArray(campaigns) ? campaigns : [];
  return newest;
};

/** Sends what a form would, with the address and the secret that the page has shown. */
const submit = async ({ url, secret }: { url: string; secret: string }, payload: object): Promise<number> => {
  const [id, at, body] = [crypto.randomUUID(), Math.floor(Date.now() / 1000), JSON.stringify(payload)];
  const key = Buffer.from(secret.replace("whsec_", ""), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${at}.${body}`).digest("base64");
  const { status } = await fetch(url, {
    method: "POST",
    headers: {
      "content-type": "application/json",
      "webhook-id": id,
      "webhook-timestamp": String(at),
      "webhook-signature": `v1,${signature}`,
    },
    body,
  });
  return status;
};

export const threeWishesStories = (rig: () => StoryRig): void => {
  it.concurrent("calls fifty people tomorrow between ten and twelve, and who has an appointment in two days every morning", async () => {
    const opened = await rig().openAsOwner({ rows: (client) => makeTalkingAgent(client, { name: "Reminder" }) });
    const { page, client } = opened;
    await timed(page, "call these fifty tomorrow between ten and twelve", async () => {
      await importFifty(page);
      await page.getByRole("link", { name: "Call them in a campaign" }).click();
      await page.getByLabel("Name").fill("Tomorrow");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByLabel("Begins").fill(`${TOMORROW}T10:00`);
      await page.getByLabel("Ends").fill(`${TOMORROW}T12:00`);
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("50 of 50 contacts").waitFor();
      await attestAnd(page, "Create and schedule");
      await page
        .getByRole("note")
        .filter({ hasText: /^It begins / })
        .waitFor();
    });
    expect(await newestCampaign(client)).toMatchObject({
      state: "scheduled",
      starts_at: { local: `${TOMORROW}T10:00` },
      ends_at: { local: `${TOMORROW}T12:00` },
    });
    await timed(page, "everybody whose appointment is in two days, every morning", async () => {
      await goTo(page, "Contacts");
      await page.getByRole("link", { name: "fifty" }).click();
      await page.getByRole("button", { name: "New segment" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name").fill("In two days");
      await dialog.getByLabel("Who").fill("appointment = in 2 days");
      await dialog.getByText(/^25 contacts, such as /).waitFor();
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByRole("cell", { name: "appointment = in 2 days" }).waitFor();
      await page.getByRole("link", { name: "Call them in a campaign" }).click();
      await page.getByLabel("Name").fill("Every morning");
      await choose(page, "Part of the list", "In two days");
      await page.getByRole("button", { name: "Next" }).click();
      await choose(page, "Repeats", "Every day");
      await page.getByRole("textbox", { name: "At required" }).fill("09:00");
      await page.getByRole("button", { name: "Next" }).click();
      await page.getByText("25 of 25 contacts").waitFor();
      await attestAnd(page, "Create and schedule");
      await page.getByRole("heading", { level: 1, name: "Every morning" }).waitFor();
    });
    const mornings = await newestCampaign(client);
    expect(mornings).toMatchObject({ state: "scheduled", segment: { where: "appointment = in 2 days" } });
    await client.post(`/campaigns/${readNumber(mornings, "id")}/cancel`);
    await opened.close();
  });

  it.concurrent("calls whoever fills the form, and sends a text if nobody answers", async () => {
    const opened = await rig().openAsOwner({ rows: (client) => makeTalkingAgent(client, { name: "Reminder" }) });
    const { page, client } = opened;
    let form = { url: "", secret: "" };
    await timed(page, "whoever fills the form, within five minutes, and a text if nobody answers", async () => {
      await goTo(page, "Contacts");
      await page.getByRole("button", { name: "New list" }).click();
      await page.getByRole("dialog").getByLabel("Name").fill("From the form");
      await page.getByRole("dialog").getByRole("button", { name: "Save" }).click();
      await page.getByRole("heading", { level: 1, name: "From the form" }).waitFor();
      await page.getByRole("button", { name: "New form" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel("Name", { exact: false }).first().fill("The web form");
      await dialog.getByLabel("Submission").fill("/submission");
      await dialog.getByRole("button", { name: "New form" }).click();
      form = {
        url: (await dialog.getByRole("textbox", { name: "Address" }).innerText()).trim(),
        secret: (await dialog.getByRole("textbox", { name: "Secret" }).innerText()).trim(),
      };
      await dialog.getByRole("button", { name: "I have it" }).click();
      await page.getByRole("link", { name: "Call them in a campaign" }).click();
      await page.getByLabel("Name").fill("From the form");
      await page.getByRole("button", { name: "Next" }).click();
      await choose(page, "Who is called", "Also who joins the list later");
      await page.getByLabel("Further tries").fill("0");
      await page.getByLabel("If nobody answers, send this text").fill("Hello {{name}}, we could not reach you.");
      await expectFlawless(opened);
      await page.getByRole("button", { name: "Next" }).click();
      await attestAnd(page, "Create and start");
      await page.getByRole("heading", { level: 1, name: "From the form" }).waitFor();
    });
    expect(await submit(form, { submission: "s-1", phone: NOBODY_ANSWERS, name: "Grace" })).toBe(200);
    expect(await submit(form, { submission: "s-2", phone: "no number" })).toBe(422);
    const sent = await waitUntil("the text is there", async () => {
      const { messages } = await client.get("/messages");
      return Array.isArray(messages) && messages.length > 0 ? messages : null;
    });
    const byDay = page.getByRole("group", { name: "Who joined, by day" });
    await byDay.getByRole("row", { name: / 1 1 0 0$/ }).waitFor();
    await expectFlawless(opened);
    expect(sent).toMatchObject([{ to: NOBODY_ANSWERS, direction: "outbound" }]);
    await opened.close();
  });

  it.concurrent("shows who joined by a form and what was refused, gives it another secret, and removes it, in two languages", async () => {
    const mapping = { phone_number: "/phone", key: "/submission" };
    let form = { url: "", secret: "" };
    let listId = 0;
    const opened = await rig().openAsOwner({
      rows: async (client) => {
        listId = readNumber(await client.post("/contact-lists", { name: "From the form" }), "id");
        const made = await client.post(`/contact-lists/${listId}/intakes`, { name: "The form", mapping });
        form = { url: String(made["url"]), secret: String(made["secret"]) };
      },
    });
    const { page } = opened;
    await submit(form, { submission: "s-1", phone: "+12125552001" });
    await submit(form, { submission: "s-2", phone: "no number" });
    await page.goto(`${rig().stack.running.addresses.console ?? ""}contacts/${listId}`);
    const card = page.getByRole("region", { name: "Forms and calls that fill this list" });
    await card.getByRole("row", { name: /The form .* 1 / }).waitFor();
    await expectFlawless(opened);
    await card.getByRole("button", { name: "What The form sent and could not be taken" }).click();
    await page.getByRole("cell", { name: /"phone":"no number"/ }).waitFor();
    await expectFlawless(opened);
    await page.keyboard.press("Escape");
    await card.getByRole("button", { name: "More: The form" }).click();
    await page.getByRole("menuitem", { name: "New secret" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "New secret" }).click();
    const secret = page.getByRole("dialog").getByRole("textbox", { name: "Secret" });
    await secret.waitFor();
    expect((await secret.innerText()).trim()).not.toBe(form.secret);
    await page.getByRole("dialog").getByRole("button", { name: "I have it" }).click();
    await card.getByRole("button", { name: "More: The form" }).click();
    await page.getByRole("menuitem", { name: "Switch off" }).click();
    await card.getByText("Switched off").waitFor();
    expect(await submit(form, { submission: "s-3", phone: "+12125552003" })).toBe(404);
    await page.evaluate("localStorage.setItem('language', 'de')");
    await page.reload();
    const german = page.getByRole("region", { name: "Formulare und Gespräche, die diese Liste füllen" });
    await german.getByRole("button", { name: "Neues Formular" }).click();
    await page.getByRole("dialog").getByLabel("Weiteres daraus").fill("ort");
    await page.getByText(/Einen Namen und den Ort der Antwort schreiben/).waitFor();
    await expectFlawless(opened);
    await page.keyboard.press("Escape");
    await page.getByRole("alertdialog").getByRole("button", { name: "Verlassen" }).click();
    await german.getByRole("button", { name: /: The form$/ }).click();
    await page.getByRole("menuitem", { name: "Formular entfernen" }).click();
    await page.getByRole("alertdialog").getByRole("button", { name: "Formular entfernen" }).click();
    await german.getByText(/sendet, wer es ausgefüllt hat/).waitFor();
    await german.getByRole("button", { name: "Aus Gesprächen aufnehmen" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(/^Name/).first().fill("Will ein Angebot");
    await dialog.getByLabel("Welche Gespräche").fill("variables.angebot");
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Aus Gesprächen aufnehmen" }).click();
    await german.getByText("variables.angebot").waitFor();
    await expectFlawless(opened);
    await opened.close();
  });
};
