import { expect, it } from "@jest/globals";
import { auth } from "@modelcontextprotocol/sdk/client/auth.js";
import { createSigningClient, type SigningClient } from "../../api/auth/oauth/signing-client.ts";
import { createApiClient } from "../../harness/api-client.ts";
import { type HttpReceiver, startHttpReceiver } from "../../harness/http-receiver.ts";
import { logIn } from "../person.ts";
import { expectFlawless, expectToFitTelephone } from "./expectations.ts";
import { goTo, type StoryRig } from "./rig.ts";

/** A program on the person's computer, which waits for its code there. */
const startProgram = async (rig: StoryRig): Promise<{ client: SigningClient; program: HttpReceiver }> => {
  const baseUrl = rig.stack.running.addresses.api;
  const program = await startHttpReceiver();
  const api = {
    baseUrl,
    client: (credentials: Parameters<typeof createApiClient>[1]) => createApiClient(baseUrl, credentials),
  };
  const client = createSigningClient(api, { redirectUri: `${program.url}/callback` });
  await auth(client.provider, { serverUrl: `${baseUrl}/mcp` });
  return { client, program };
};

/** What the browser brought the program. */
const broughtTo = ({ url, requests }: HttpReceiver): URLSearchParams => {
  const callback = requests.find((request) => request.url.startsWith("/callback"));
  return new URL(callback?.url ?? "/", url).searchParams;
};

export const letInStories = (rig: () => StoryRig): void => {
  it.concurrent("lets a program in that signs in: which one, as what and for how long, and stops it among the keys", async () => {
    const owner = await rig().openAsOwner();
    const { client, program } = await startProgram(rig());
    const opened = await rig().open();
    const { page } = opened;
    await page.goto(client.asked().href);
    await logIn(page, owner.person);
    await page.getByRole("heading", { name: "Let Bell's assistant into Example Dental?", level: 1 }).waitFor();
    await page.getByText(`The access goes to a program on this computer (${program.url}/callback).`).waitFor();
    await page.getByText("This server keeps programs in the sandbox: nobody is called.").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("combobox", { name: "At most as" }).click();
    await page.getByRole("option", { name: "Viewer" }).click();
    await page.getByRole("combobox", { name: "For" }).click();
    await page.getByRole("option", { name: "7 days" }).click();
    await page.getByRole("button", { name: "Let it in" }).click();
    await page.waitForURL(`${program.url}/callback**`);
    const brought = broughtTo(program);
    const code = { authorizationCode: brought.get("code") ?? "" };
    const serverUrl = `${rig().stack.running.addresses.api}/mcp`;
    expect(await auth(client.provider, { serverUrl, ...code })).toBe("AUTHORIZED");
    const mcp = await client.connect();
    expect(JSON.stringify(await mcp.callTool({ name: "find_calls", arguments: {} }))).toContain("runs");
    const act = { name: "add_do_not_call", arguments: { phone_numbers: ["+12025550171"] } };
    expect(JSON.stringify(await mcp.callTool(act))).toContain("role_insufficient");
    await owner.page.getByRole("button", { name: "Appearance and account" }).click();
    await owner.page.getByRole("menuitem", { name: "Your account" }).click();
    await owner.page.getByRole("heading", { name: "Programs that you let in (1)" }).waitFor();
    await expectFlawless(owner);
    await expectToFitTelephone(owner.page);
    await goTo(owner.page, "API keys");
    const row = owner.page.getByRole("row", { name: /Bell's assistant/ });
    await row.getByText("A program that signed in, at most as Viewer").waitFor();
    await expectFlawless(owner);
    await row.getByRole("button", { name: "Archive: Bell's assistant" }).click();
    await owner.page.getByText("has to be let in anew").waitFor();
    await owner.page.getByRole("alertdialog").getByRole("button", { name: "Archive" }).click();
    await row.getByText("Archived").waitFor();
    await expect(mcp.callTool({ name: "find_calls", arguments: {} })).rejects.toThrow("Unauthorized");
    await Promise.all([mcp.close(), opened.close(), owner.close(), program.close()]);
  });

  it.concurrent("lets nobody in whom the person refuses, in German too", async () => {
    const owner = await rig().openAsOwner();
    const { client, program } = await startProgram(rig());
    const german = await rig().open({ locale: "de-DE" });
    await german.context.addCookies(await owner.context.cookies());
    await german.page.goto(client.asked().href);
    await german.page
      .getByRole("heading", { name: "Bell's assistant bei Example Dental einlassen?", level: 1 })
      .waitFor();
    await german.page.getByText("Dieser Server hält Programme im Sandkasten: niemand wird angerufen.").waitFor();
    await expectFlawless(german);
    await german.page.getByRole("link", { name: "Nein" }).click();
    await german.page.waitForURL(`${program.url}/callback**`);
    expect(broughtTo(program).get("error")).toBe("access_denied");
    await german.page.goto(`${rig().stack.running.addresses.console}let-in?request=nothing`);
    await german.page.getByText("ist nicht von hier oder älter als eine halbe Stunde").waitFor();
    await Promise.all([german.close(), owner.close(), program.close()]);
  });
};
