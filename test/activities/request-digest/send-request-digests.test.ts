import { afterAll, beforeAll, beforeEach, describe, expect, it } from "@jest/globals";
import { sql } from "kysely";
import { sendRequestDigests } from "../../../activities/request-digest/send-request-digests.ts";
import { createLogger } from "../../../infra/logger.ts";
import { type Mailer, openMailer } from "../../../infra/mail/mailer.ts";
import { setChannelMembers } from "../../../infra/postgres/channel/channel-members.repository.ts";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { RequestRow } from "../../../infra/postgres/request/request.entity.ts";
import { queueForMail } from "../../../infra/postgres/request/request-mails.repository.ts";
import { expireRequest, lockRequest } from "../../../infra/postgres/request/request-progress.ts";
import { settleRequest } from "../../../infra/postgres/request/settle-request.ts";
import { askPeople } from "../../factories/requests.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { type MailServer, startMailServer } from "../../harness/mail-server.ts";
import { createTestDatabase, type TestDatabase } from "../../harness/test-database.ts";

let test: TestDatabase;
let mailServer: MailServer;
let mailer: Mailer;
let tenant: Tenant;
let channelId: number;

beforeAll(async () => {
  [test, mailServer] = await Promise.all([createTestDatabase(), startMailServer()]);
  const opened = openMailer({ SMTP_URL: mailServer.url, HOST: "127.0.0.1", PORT: 1 });
  if (!opened) throw new Error("SMTP_URL is set");
  mailer = opened;
});
afterAll(async () => {
  await mailServer.close();
  await test.drop();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  mailServer.mails.length = 0;
  const folder = await test.everything
    .insertInto("folders")
    .values({ organization_id: tenant.organizationId, name: "Sales" })
    .returning("id")
    .executeTakeFirstOrThrow();
  channelId = folder.id;
  await setMembers(tenant.viewer.userId, tenant.operator.userId, tenant.admin.userId);
});

const inside = <T>(work: (tx: OrganizationTransaction) => Promise<T>) =>
  test.database.inOrganization(tenant.organizationId, work);
const setMembers = (...userIds: number[]) =>
  inside((tx) => setChannelMembers(tx, { organizationId: tenant.organizationId, channelId }, userIds));
const deps = (mailing: Mailer | null = mailer) => ({
  database: test.database,
  mailer: mailing,
  logger: createLogger("worker", { level: "silent" }),
  publicBaseUrl: "https://example.com",
});
const send = (mailing?: Mailer | null) => sendRequestDigests(deps(mailing), { organizationId: tenant.organizationId });
const mailsTo = ({ email }: { email: string }) => mailServer.mails.filter(({ to }) => to.includes(email));
const addressees = () => mailServer.mails.flatMap(({ to }) => to).sort();

/** Opens a request, and does of its workflow's first look what concerns mail. */
const ask = async (fields: Parameters<typeof askPeople>[2] = {}): Promise<RequestRow> => {
  const request = await askPeople(test, tenant, { channelId, ...fields });
  await inside((tx) => queueForMail(tx, request));
  return request;
};
const settle = ({ event_id }: RequestRow) =>
  inside((tx) =>
    settleRequest(tx, { eventId: event_id, kind: "question", decision: "answered", answer: {}, settledBy: "user:1" }),
  );
const expire = async ({ id }: RequestRow) => {
  await test.everything
    .updateTable("requests")
    .set({ expires_at: sql<Date>`clock_timestamp()` })
    .where("id", "=", id)
    .where("state", "=", "open")
    .execute();
  await inside(async (tx) => {
    const taken = await lockRequest(tx, id);
    if (taken) await expireRequest(tx, taken);
    const row = await lockRequest(tx, id);
    if (row) await queueForMail(tx, row);
  });
};
/** Moves the last mails this far into the past. */
const pass = (seconds: number) =>
  test.everything
    .updateTable("memberships")
    .set({ next_request_mail_at: sql<Date>`next_request_mail_at - make_interval(secs => ${seconds})` })
    .where("organization_id", "=", tenant.organizationId)
    .execute();

const SECRET = { kind: "secret", subject: { name: "Shop", why: "To look orders up" } } as const;

describe("the mail about requests", () => {
  it("goes to the members of the channel who may answer", async () => {
    await ask();
    await send();
    expect(addressees()).toEqual([tenant.admin.email, tenant.operator.email].sort());
    expect(mailsTo(tenant.operator)[0]?.text).toContain("- Sales: May I? (until ");
    mailServer.mails.length = 0;
    await pass(600);
    await ask({ request: SECRET });
    await send();
    expect(addressees()).toEqual([tenant.admin.email]);
  });

  it("is not sent for a request without a channel, or of a channel without members", async () => {
    await ask({ channelId: null });
    await setMembers();
    await ask();
    expect(await send()).toEqual({ nextInSeconds: null });
    expect(mailServer.mails).toEqual([]);
  });

  it("is one in ten minutes at most: what comes meanwhile waits for the next one, together", async () => {
    await setMembers(tenant.operator.userId);
    await ask();
    const firstMs = Date.now();
    expect(await send()).toEqual({ nextInSeconds: null });
    await ask();
    await ask();
    const { nextInSeconds } = await send();
    const sinceFirstSeconds = (Date.now() - firstMs) / 1000;
    expect(nextInSeconds).toBeGreaterThan(598 - sinceFirstSeconds);
    expect(nextInSeconds).toBeLessThanOrEqual(600);
    expect(mailsTo(tenant.operator)).toHaveLength(1);
    await pass(600);
    expect(await send()).toEqual({ nextInSeconds: null });
    expect(mailsTo(tenant.operator).map(({ subject }) => subject)).toEqual([
      "A request waits for an answer",
      "2 requests wait for an answer",
    ]);
  });

  it("is sent by one of several senders alone", async () => {
    await ask();
    await Promise.all([send(), send(), send()]);
    expect(addressees()).toEqual([tenant.admin.email, tenant.operator.email].sort());
  });

  it("is not sent about what was settled meanwhile, and then keeps no other one waiting", async () => {
    await setMembers(tenant.operator.userId);
    await settle(await ask());
    expect(await send()).toEqual({ nextInSeconds: null });
    expect(mailServer.mails).toEqual([]);
    await ask();
    await send();
    expect(mailServer.mails).toHaveLength(1);
  });

  it("tells once more of what nobody answered in time, once", async () => {
    await setMembers(tenant.operator.userId);
    const request = await ask();
    await send();
    await expire(request);
    await expire(request);
    await pass(600);
    await send();
    await expire(request);
    await pass(600);
    await send();
    expect(mailsTo(tenant.operator).map(({ subject }) => subject)).toEqual([
      "A request waits for an answer",
      "A request ended without an answer",
    ]);
  });

  it("comes later, never twice, when the process dies while it sends", async () => {
    await setMembers(tenant.operator.userId);
    await ask();
    const dying: Mailer = {
      ...mailer,
      send: async (mail) => {
        await mailer.send(mail);
        throw new Error("killed");
      },
    };
    await expect(send(dying)).rejects.toThrow("killed");
    await send();
    expect(mailsTo(tenant.operator)).toHaveLength(1);
    await pass(600);
    await send();
    expect(mailsTo(tenant.operator)).toHaveLength(2);
  });

  it("is tried again in a minute when the mail server refuses it", async () => {
    await setMembers(tenant.operator.userId);
    await ask();
    mailServer.setRefusing(true);
    const { nextInSeconds } = await send();
    mailServer.setRefusing(false);
    expect(nextInSeconds).toBeLessThanOrEqual(60);
    await pass(60);
    expect(await send()).toEqual({ nextInSeconds: null });
    expect(mailsTo(tenant.operator)).toHaveLength(1);
  });

  it("is not for those who have left the channel or the organization, or who may not answer any more", async () => {
    await ask();
    await setMembers(tenant.admin.userId, tenant.viewer.userId);
    await test.everything
      .updateTable("memberships")
      .set({ role: "viewer" })
      .where("user_id", "=", tenant.admin.userId)
      .execute();
    expect(await send()).toEqual({ nextInSeconds: null });
    expect(mailServer.mails).toEqual([]);
  });

  it("is forgotten where there is no mail server any more", async () => {
    await ask();
    expect(await send(null)).toEqual({ nextInSeconds: null });
    await send();
    expect(mailServer.mails).toEqual([]);
  });
});
