import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { confirmSignUpOperation, getAccountOperation } from "../../../api/auth/auth.operations.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { startTestApi, type TestApi } from "../../harness/test-api.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";
import { waitUntil } from "../../harness/wait-until.ts";

const PASSWORD = "a long enough password";
const DAY_MS = 86_400_000;

let test: TestDatabase;
let mailServer: MailServer;
let api: TestApi;
let now = new Date();
let count = 0;

beforeAll(async () => {
  [test, mailServer] = await Promise.all([createTestDatabase(), startMailServer()]);
  const environment = { SMTP_URL: mailServer.url, SIGNUPS_PER_HOUR: "1000" };
  api = await startTestApi(test, { environment, dependencies: { clock: { now: () => now } } });
});
afterAll(async () => {
  await Promise.all([api.close(), mailServer.close()]);
  await test.drop();
});
beforeEach(() => {
  now = new Date(now.getTime() + DAY_MS);
});

const newEmail = () => `new-${(count += 1)}@example.com`;
const signUp = (email: string, password = PASSWORD) =>
  api.client().fetch("/api/v1/auth/signup", {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email, password, name: "Robin", organization_name: "Örgänization" }),
  });
const mailsTo = (email: string) => mailServer.mails.filter(({ to }) => to.includes(email));
const mailTo = (email: string) => waitUntil(`a mail to ${email}`, () => mailsTo(email).at(-1));
const linkIn = ({ text }: { text: string }): string => /confirm-sign-up#(\S+)/.exec(text)?.[1] ?? "";
/** Another signature: in its middle, as not every bit of the last character counts. */
const forged = (token: string): string =>
  `${token.slice(0, -20)}${token.at(-20) === "A" ? "B" : "A"}${token.slice(-19)}`;
const confirm = (token: string, password = PASSWORD) =>
  api.client().call(confirmSignUpOperation, { body: { token, password } });
const refusedConfirmation = (token: string, password = PASSWORD) =>
  api.client().refused(confirmSignUpOperation, { body: { token, password } });

/** An address that has an account. */
const madeAccount = async (): Promise<string> => {
  const email = newEmail();
  await signUp(email);
  await confirm(linkIn(await mailTo(email)));
  return email;
};

describe("a sign-up where mail is sent", () => {
  it("makes account and organization by the link in its mail and its password", async () => {
    const email = newEmail();
    expect((await signUp(email)).status).toBe(202);
    const { body } = await confirm(linkIn(await mailTo(email)));
    expect(body.user).toMatchObject({ email, name: "Robin", role: "owner" });
    const me = await api.client({ token: body.token }).call(getAccountOperation);
    expect(me.body.organization_id).toBe(body.user.organization_id);
  });

  it("is answered the same for an address that has an account, whose holder is told", async () => {
    const known = await madeAccount();
    const before = mailsTo(known).length;
    const unknown = newEmail();
    const answers = await Promise.all([signUp(known), signUp(unknown)]);
    const told = await Promise.all(answers.map(async (answer) => [answer.status, await answer.json()]));
    expect(told[0]).toEqual(told[1]);
    expect(told[0]).toEqual([202, { mailed: true, message: expect.any(String) }]);
    const mail = await waitUntil("the holder is told", () => mailsTo(known)[before]);
    expect(mail.subject).toBe("You have an account at Ringdown");
    expect(linkIn(mail)).toBe("");
    await mailTo(unknown);
  });

  it("makes nothing for a reader of the mail who did not sign up", async () => {
    const email = newEmail();
    await signUp(email, "a stranger's password");
    const token = linkIn(await mailTo(email));
    expect(await refusedConfirmation(token, PASSWORD)).toMatchObject({ status: 403, code: "wrong_password" });
  });

  it("has a link that ends after a day, that nobody else can make, and that makes one account", async () => {
    const email = newEmail();
    await signUp(email);
    const token = linkIn(await mailTo(email));
    expect(await refusedConfirmation(forged(token))).toMatchObject({ status: 400, code: "signup_invalid" });
    await confirm(token);
    expect(await refusedConfirmation(token)).toMatchObject({ status: 409, code: "email_taken" });
    const late = newEmail();
    await signUp(late);
    const lateToken = linkIn(await mailTo(late));
    now = new Date(now.getTime() + DAY_MS + 1000);
    expect(await refusedConfirmation(lateToken)).toMatchObject({ status: 400, code: "signup_invalid" });
  });

  it("keeps no password in its link, not even its hash", async () => {
    const email = newEmail();
    await signUp(email);
    const [claims = ""] = linkIn(await mailTo(email)).split(".");
    const open = Buffer.from(Buffer.from(claims, "base64url").toString("utf8"), "base64url").toString("latin1");
    expect(claims.length).toBeGreaterThan(100);
    for (const text of [open, Buffer.from(claims, "base64url").toString("latin1")])
      expect(text).not.toMatch(/argon2|Robin|example\.com/);
  });

  it("mails an address three times at most in a while", async () => {
    const email = newEmail();
    for (let time = 0; time < 6; time += 1) await signUp(email);
    await waitUntil("three mails", () => mailsTo(email)[2]);
    // A mail that was requested after all of them.
    const other = newEmail();
    await signUp(other);
    await mailTo(other);
    expect(mailsTo(email)).toHaveLength(3);
  });
});
