import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser, Page } from "playwright-core";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import { createTxtLookup } from "../../infra/dns/txt-records.ts";
import { buildConsole } from "../../infra/local/console-build.ts";
import { computeOneTimeCode, findStepOf } from "../../infra/secrets/one-time-code.ts";
import { type DnsServer, startDnsServer } from "../harness/dns-server.ts";
import { IDENTITY_CLIENT, startIdentityProvider, type TestIdentityProvider } from "../harness/identity-provider.ts";
import { startTestApi, type TestApi } from "../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { hasBrowser, NO_BROWSER, openBrowser } from "./browser.ts";
import { type ConsolePage, openConsole } from "./console-page.ts";
import { newPerson, type Person } from "./person.ts";
import { expectFlawless, expectToFitTelephone } from "./stories/expectations.ts";

let test: TestDatabase;
let api: TestApi;
let browser: Browser;
let dns: DnsServer;
let directory: TestIdentityProvider;
let now = new Date();

const inBrowser = hasBrowser() ? describe : describe.skip;
if (!hasBrowser()) process.stderr.write(`SKIPPED: ${NO_BROWSER}\n`);

const STEP_MS = 30_000;

inBrowser("signing in, in a browser", () => {
  beforeAll(async () => {
    [test, dns] = await Promise.all([createTestDatabase(), startDnsServer()]);
    // Browsers keep passkeys for names alone.
    api = await startTestApi(test, {
      publicHost: "localhost",
      environment: { CONSOLE_FOLDER: await buildConsole() },
      dependencies: { clock: { now: () => now }, txtRecords: createTxtLookup([dns.address]) },
    });
    const base = api.dependencies.config.PUBLIC_BASE_URL ?? "";
    directory = await startIdentityProvider({
      redirectUri: `${base}/api/v1/auth/provider/callback`,
      logOutUri: `${base}/api/v1/auth/provider/log-out/1`,
      loggedOutUri: `${base}/console/sign-in`,
      hasPages: true,
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    await directory?.close();
    await dns?.close();
    await test?.drop();
  });

  it("asks for a code of the app that a person has set up, and takes a recovery code instead", async () => {
    const { opened, person } = await openAccount();
    const { page } = opened;
    await page.getByRole("button", { name: "Set up an app" }).click();
    const dialog = page.getByRole("dialog", { name: "Set up an app" });
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByRole("button", { name: "Next" }).click();
    await dialog.getByRole("img", { name: "The secret as a QR code" }).waitFor();
    await expectFlawless(opened);
    const secret = decode((await dialog.getByRole("textbox", { name: "Secret" }).textContent()) ?? "");
    const show = () => computeOneTimeCode(secret, findStepOf(now));
    await dialog.getByLabel("Code of the app").fill(show());
    await dialog.getByRole("button", { name: "Set up an app" }).click();
    const codes = await keepCodes(page);
    expect(codes).toHaveLength(10);
    await page.getByText("Recovery codes left: 10").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);

    now = new Date(now.getTime() + STEP_MS);
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await giveEmailAndPassword(page, person);
    await page.getByRole("heading", { name: "Second factor" }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByLabel("Code of the app").fill("000000");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("alert").getByText("This code or passkey is wrong").waitFor();
    await page.getByLabel("Code of the app").fill(show());
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();

    await page.goto(addressOf("account"));
    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await giveEmailAndPassword(page, person);
    await page.getByRole("button", { name: "Use a recovery code" }).click();
    await page.getByLabel("Recovery code").fill(codes[0] ?? "");
    await page.getByRole("button", { name: "Log in", exact: true }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await opened.close();
  });

  it("asks the browser for the passkey that it keeps", async () => {
    const { opened, person } = await openAccount();
    const { page } = opened;
    const devtools = await opened.context.newCDPSession(page);
    await devtools.send("WebAuthn.enable");
    await devtools.send("WebAuthn.addVirtualAuthenticator", {
      options: {
        protocol: "ctap2",
        transport: "internal",
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    await page.getByRole("button", { name: "Add a passkey" }).click();
    const dialog = page.getByRole("dialog", { name: "Add a passkey" });
    await dialog.getByLabel("Current password").fill(person.password);
    await dialog.getByLabel("Name of the passkey").fill("This laptop");
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "Add a passkey" }).click();
    await keepCodes(page);
    await page.getByRole("cell", { name: "This laptop", exact: true }).waitFor();

    await page.getByRole("button", { name: "Log out everywhere" }).click();
    await giveEmailAndPassword(page, person);
    await page.getByRole("button", { name: "Use a passkey" }).click();
    await page.getByRole("navigation", { name: "Main" }).waitFor();
    await opened.close();
  });

  it("leads to the identity provider that an owner has set, and back into the console", async () => {
    const { opened } = await openAccount();
    const { page } = opened;
    await page.goto(addressOf("settings"));
    await page.getByLabel("Domain", { exact: true }).fill("directory.example");
    await page.getByRole("button", { name: "Add the domain" }).click();
    const row = page.getByRole("row", { name: /directory\.example/ });
    await row.getByRole("button", { name: "Check: directory.example" }).waitFor();
    const [name = "", text = ""] = await row.locator("code").allTextContents();
    dns.texts.set(name, text);
    await row.getByRole("button", { name: "Check: directory.example" }).click();
    await row.getByText("proved", { exact: true }).waitFor();
    const form = page.getByRole("region", { name: "Single sign-on" });
    await form.getByLabel("Name", { exact: false }).first().fill("Example Directory");
    await form.getByLabel("Issuer").fill(directory.issuer);
    await form.getByLabel("Client ID").fill(IDENTITY_CLIENT.client_id);
    await form.getByLabel("Client secret").fill(IDENTITY_CLIENT.client_secret);
    await form.getByLabel("Roles of groups").fill("staff: operator");
    await form.getByRole("switch", { name: "Logging out here logs out there too" }).click();
    await form.getByRole("button", { name: "Save" }).click();
    await form.getByRole("button", { name: "Remove" }).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await opened.close();

    directory.account = { sub: "kim", email: "kim@directory.example", name: "Kim Example", groups: ["staff"] };
    const other = await openConsole(browser, addressOf("sign-in"));
    await other.page.getByLabel("E-mail").fill("kim@directory.example");
    const way = other.page.getByRole("link", { name: "Sign in with Example Directory" });
    await way.waitFor();
    await expectFlawless(other);
    await way.click();
    for (let page = 0; page < 2; page += 1) await other.page.getByRole("button", { name: "Continue" }).click();
    await other.page.getByRole("navigation", { name: "Main" }).waitFor();
    await other.page.getByText("kim@directory.example").waitFor();

    // Logging out leads to the provider, and from there back to the log-in.
    await other.page.getByRole("button", { name: "Appearance and account" }).click();
    await other.page.getByRole("menuitem", { name: "Log out" }).click();
    await other.page.waitForURL(({ origin }) => origin === directory.issuer);
    await other.page.getByRole("button", { name: /sign me out/i }).click();
    await other.page.getByLabel("E-mail").waitFor();
    await other.page.goto(addressOf("sign-in?fault=provider_away"));
    await other.page.getByText("an owner's password still opens the organization").waitFor();
    await expectFlawless(other);
    await other.close();
  });

  it("gives a directory its token once; whom the directory adds is a member, and no more when it removes them", async () => {
    const { opened, person } = await openAccount();
    const { page } = opened;
    const domain = "scim.example";
    await test.everything
      .insertInto("organization_domains")
      .values({ organization_id: person.organizationId, domain, token: "x", proved_at: new Date() })
      .execute();
    await page.goto(addressOf("settings"));
    const card = page.getByRole("region", { name: "Directory (SCIM)" });
    await card.getByRole("button", { name: "Make a token" }).click();
    const dialog = page.getByRole("dialog", { name: "Directory (SCIM)" });
    const token = (await dialog.getByRole("textbox", { name: "Token" }).textContent()) ?? "";
    await expectFlawless(opened);
    await dialog.getByRole("button", { name: "I have it" }).click();
    await card.getByText(`Its token begins with ${token.slice(0, 10)}`).waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);

    const address = (await card.getByRole("textbox", { name: "Address of SCIM" }).textContent()) ?? "";
    const ask = (path: string, method: string, body?: object) =>
      fetch(`${address}${path}`, {
        method,
        headers: { authorization: `Bearer ${token}`, "content-type": "application/scim+json" },
        ...(body && { body: JSON.stringify(body) }),
      });
    const made = await ask("/Users", "POST", {
      schemas: ["urn:ietf:params:scim:schemas:core:2.0:User"],
      userName: `lee@${domain}`,
      displayName: "Lee Example",
      active: true,
    });
    expect(made.status).toBe(201);
    await page.goto(addressOf("team"));
    await page.getByRole("row", { name: new RegExp(`lee@${domain}`) }).waitFor();
    const { id } = Object(await made.json());
    await ask(`/Users/${String(id)}`, "DELETE");
    await page.reload();
    await page.getByRole("row", { name: new RegExp(person.email) }).waitFor();
    expect(await page.getByRole("row", { name: new RegExp(`lee@${domain}`) }).count()).toBe(0);

    await page.goto(addressOf("settings"));
    await card.getByRole("button", { name: "Remove the token" }).click();
    await card.getByRole("button", { name: "Make a token", exact: true }).waitFor();
    expect((await ask("/Users", "GET")).status).toBe(401);

    // The palette leads to what these cards and pages are for, by its own words.
    await page.keyboard.press("Control+k");
    await page.getByRole("combobox").fill("erase");
    await page.getByRole("option", { name: "Erase or export a person" }).click();
    await page.getByRole("heading", { name: "People's data", level: 1 }).waitFor();
    await opened.close();
  });

  it("leads a member to set up what the organization asks for, before anything else", async () => {
    const { opened, person } = await openAccount();
    await test.everything
      .updateTable("organizations")
      // Before the clock of this API, which stands still, however long the tests before have taken.
      .set({ second_factor_from: new Date(now.getTime() - 86_400_000) })
      .where("id", "=", person.organizationId)
      .execute();
    const { page } = opened;
    await page.goto(addressOf(""));
    await page.getByText("This organization asks its members for a second factor").waitFor();
    await expectFlawless(opened);
    await expectToFitTelephone(page);
    await page.getByRole("button", { name: "Set up an app" }).waitFor();
    await opened.close();
  });
});

const addressOf = (page: string): string => `${api.dependencies.config.PUBLIC_BASE_URL}/console/${page}`;

/** Somebody with an account of their own, at its page. */
const openAccount = async (): Promise<{ opened: ConsolePage; person: Person & { organizationId: number } }> => {
  const person = newPerson();
  const { email, password, name } = person;
  const { user } = (await api.client().call(signUpOperation, { body: { email, password, name } })).body;
  const opened = await openConsole(browser, addressOf("sign-in?to=/console/account"));
  await giveEmailAndPassword(opened.page, person);
  await opened.page.getByRole("heading", { name: "Your account", level: 1 }).waitFor();
  return { opened, person: { ...person, organizationId: user.organization_id } };
};

const giveEmailAndPassword = async (page: Page, { email, password }: Person): Promise<void> => {
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill(password);
  await page.getByRole("button", { name: "Log in", exact: true }).click();
};

/** Reads the recovery codes, which are shown once. */
const keepCodes = async (page: Page): Promise<string[]> => {
  const dialog = page.getByRole("dialog", { name: "Recovery codes" });
  const text = await dialog.getByRole("textbox", { name: "Recovery codes" }).textContent();
  await dialog.getByRole("button", { name: "I have it" }).click();
  return text?.split(/\s+/) ?? [];
};

const decode = (secret: string): Buffer => {
  const bits = [...secret].map((letter) =>
    "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".indexOf(letter).toString(2).padStart(5, "0"),
  );
  return Buffer.from((bits.join("").match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2)));
};
