import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import type { Browser } from "playwright-core";
import { signUpOperation } from "../../api/auth/auth.operations.ts";
import { systemClock } from "../../infra/clock.ts";
import { checkMail } from "../../infra/doctor/check-mail.ts";
import { createExamination } from "../../infra/doctor/examination.ts";
import { examine } from "../../infra/doctor/examine.ts";
import { type Check, fault } from "../../infra/doctor/finding.ts";
import { buildConsole } from "../../infra/local/console-build.ts";
import { startTestApi, type TestApi } from "../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../harness/test-database.ts";
import { hasBrowser, NO_BROWSER, openBrowser } from "./browser.ts";
import { openConsole } from "./console-page.ts";
import { newPerson } from "./person.ts";
import { expectFlawless, expectToFitTelephone } from "./stories/expectations.ts";

let test: TestDatabase;
let api: TestApi;
let browser: Browser;

const inBrowser = hasBrowser() ? describe : describe.skip;
if (!hasBrowser()) process.stderr.write(`SKIPPED: ${NO_BROWSER}\n`);

/** Of the organization that is made first in an empty database. */
const FIRST = 1;

const WITHOUT_MAIL = { PUBLIC_BASE_URL: "http://localhost:8080", HOST: "localhost", PORT: 8080 };
/** The other parts have tests of their own, on a platform that is whole. */
const FOUND: Check = {
  part: "temporal",
  look: async () => [{ ...fault("no_worker"), command: "node worker/start.ts" }],
};

inBrowser("the page of the installation, in a browser", () => {
  beforeAll(async () => {
    test = await createTestDatabase();
    api = await startTestApi(test, {
      publicHost: "localhost",
      environment: { CONSOLE_FOLDER: await buildConsole(), OPERATOR_ORGANIZATION_ID: String(FIRST) },
      dependencies: { examination: createExamination(() => examine([checkMail(WITHOUT_MAIL), FOUND]), systemClock) },
    });
    browser = await openBrowser();
  });
  afterAll(async () => {
    await browser?.close();
    await api?.close();
    await test?.drop();
  });

  it("says what is wrong in the reader's language, and the command that mends it", async () => {
    const person = newPerson();
    await api
      .client()
      .call(signUpOperation, { body: { email: person.email, password: person.password, name: person.name } });
    const base = api.dependencies.config.PUBLIC_BASE_URL ?? "";
    const opened = await openConsole(browser, `${base}/console/sign-in?to=/console/installation`, { locale: "de-DE" });
    const { page } = opened;
    await page.getByLabel("E-Mail").fill(person.email);
    await page.getByLabel("Passwort").fill(person.password);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    const parts = page.getByRole("group", { name: "Bestandteile" });
    const mail = parts.getByRole("row").filter({ hasText: "Kein Mailserver ist eingerichtet" });
    await mail.getByText("Setzen Sie SMTP_URL").waitFor();
    await mail.getByText("Warnung").waitFor();
    await parts.getByText("Kein Worker fragt nach Arbeit: niemand wird angerufen").waitFor();
    await parts.getByText("node worker/start.ts", { exact: true }).waitFor();
    expect(await parts.getByText(/mail server|No worker/).count()).toBe(0);
    await expectFlawless(opened);
    await expectToFitTelephone(page);
  });
});
