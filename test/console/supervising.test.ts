import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser } from "playwright-core";
import { createRunOperation } from "../../api/calls/calls.operations.ts";
import { buildConsole } from "../../infra/local/console-build.ts";
import { type CallingPlatform, startCallingPlatform } from "../api/calls/calling-platform.ts";
import { openRelayEar } from "../api/conversations/drivers/relay-ear.ts";
import {
  openTalkingOrganization,
  type TalkingOrganization,
  untilOver,
} from "../api/conversations/talking-organization.ts";
import type { Member } from "../factories/tenant.ts";
import { waitUntil } from "../harness/wait-until.ts";
import { hasBrowser, NO_BROWSER, openBrowser } from "./browser.ts";
import { openConsole } from "./console-page.ts";
import { expectFlawless } from "./stories/expectations.ts";

let platform: CallingPlatform;
let browser: Browser;

const inBrowser = hasBrowser() ? describe : describe.skip;
if (!hasBrowser()) process.stderr.write(`SKIPPED: ${NO_BROWSER}\n`);

const SCRIPT = [
  { when: "discount", say: "You get ten percent off." },
  { when: "price", say: "It costs a hundred euros." },
];

/** Somebody talks with the agent: only words pass through the platform. */
const openCall = async (organization: TalkingOrganization) => {
  const { body: run } = await platform.api.client(organization.operator).call(createRunOperation, {
    params: { workflow_id: organization.agentId },
    body: { name: "WEB-1", mode: "smallwebrtc" },
  });
  const ear = openRelayEar(run.join?.url ?? "", {}, {});
  await ear.hear();
  const ask = (text: string) => ear.send({ type: "prompt", voicePrompt: text, last: true });
  const hears = async (text: string) => {
    const heard: string[] = [];
    await waitUntil(`the person hears "${text}"`, async () => {
      heard.push(...(await ear.hear()).words);
      return heard.join(" ").includes(text);
    });
  };
  return { runId: run.id, ask, hears };
};

/** Opens a call's page as this member sees it. */
const openPage = async (organization: TalkingOrganization, member: Member, runId: number, locale = "en-US") => {
  const opened = await openConsole(browser, `${platform.api.baseUrl}/favicon.ico`, { locale });
  await opened.context.addCookies([{ name: "ringdown_session", value: member.token, url: platform.api.baseUrl }]);
  await opened.page.goto(`${platform.api.baseUrl}/console/calls/${organization.agentId}/${runId}`);
  return opened;
};

inBrowser("a live call's page", () => {
  beforeAll(async () => {
    platform = await startCallingPlatform({}, { CONSOLE_FOLDER: await buildConsole() });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await platform?.close();
  });

  it("lets a supervisor listen, whisper, take the call over, speak in writing, hand it back and leave", async () => {
    const organization = await openTalkingOrganization(platform, { script: SCRIPT });
    const call = await openCall(organization);
    const opened = await openPage(organization, organization.supervisor, call.runId);
    const { page } = opened;
    const card = page.getByRole("region", { name: "Supervise this call" });
    await card.getByRole("button", { name: "Listen" }).click();
    await card.getByRole("status").getByText("You listen to this call.").waitFor();
    await card.getByText("The sound of this call does not pass through the platform").waitFor();
    await expectFlawless(opened);
    await card.getByLabel("To the agent alone").fill("Offer a discount");
    await card.getByRole("button", { name: "Whisper" }).click();
    const words = page.getByRole("listitem");
    await words.getByText("Whispered to the agent").waitFor();
    call.ask("What is the price?");
    await call.hears("You get ten percent off.");
    await card.getByRole("button", { name: "Take over" }).click();
    await card.getByRole("status").getByText("You have the call").waitFor();
    await card.getByLabel("To the person, in the agent's voice").fill("This is Grace.");
    await card.getByRole("button", { name: "Say it" }).click();
    await call.hears("This is Grace.");
    await words.getByText("This is Grace.").waitFor();
    await expectFlawless(opened);
    await card.getByRole("button", { name: "Hand back to the agent" }).click();
    await call.hears("with the assistant again");
    await card.getByRole("button", { name: "Listen" }).waitFor();
    await page.getByText("A supervisor has taken it over").first().waitFor();
    await opened.close();
  });

  it("speaks German, and ends the call where the supervisor wants that", async () => {
    const organization = await openTalkingOrganization(platform, { script: SCRIPT });
    const call = await openCall(organization);
    const { page, close } = await openPage(organization, organization.supervisor, call.runId, "de-DE");
    const card = page.getByRole("region", { name: "Dieses Gespräch begleiten" });
    await card.getByRole("button", { name: "Mithören" }).click();
    await card.getByRole("button", { name: "Übernehmen" }).click();
    await card.getByText("Sie führen das Gespräch").waitFor();
    await card.getByRole("button", { name: "Gespräch beenden" }).click();
    expect((await untilOver(platform, call.runId)).state).toBe("completed");
    await close();
  });

  it("tells an operator which role it needs", async () => {
    const organization = await openTalkingOrganization(platform, { script: SCRIPT });
    const call = await openCall(organization);
    const { page, close } = await openPage(organization, organization.operator, call.runId);
    const button = page.getByRole("button", { name: "Listen", disabled: true });
    await button.waitFor();
    expect(await button.getAttribute("title")).toBe("This needs the role supervisor");
    await close();
  });
});
