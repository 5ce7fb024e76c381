import { afterAll, beforeAll, expect, it } from "@jest/globals";
import { connectAppOperation, listAccountsOperation } from "../../../api/connectors/connectors.operations.ts";
import { createToolOperation } from "../../../api/tools/tools.operations.ts";
import { openTokens } from "../../../infra/postgres/connector/connector-account.repository.ts";
import { textSessionContract } from "../../../workflows/text-session/text-session.contract.ts";
import { type ApiProcess, startApiProcess } from "../../harness/api-process.ts";
import { type HttpReceiver, respond, startHttpReceiver } from "../../harness/http-receiver.ts";
import { OAUTH_CLIENT, type OAuthServer, startOAuthServer } from "../../harness/oauth-server.ts";
import { testSecrets } from "../../harness/test-secrets.ts";
import { WaitsInVain, waitUntil } from "../../harness/wait-until.ts";
import { workerSettings } from "../../harness/worker-process.ts";
import {
  type AskingOrganization,
  startAskingOrganization,
  type TalkingSession,
} from "../requests/asking-organization.ts";
import { confirmSignIn } from "./confirm-sign-in.ts";
import { REDIRECT_URI } from "./connectors-rig.ts";
import { fileOf, ownApp, SLUG } from "./own-app.ts";

/** Two worker processes act by one account of an app whose OAuth server rotates refresh tokens. */
const SCRIPT = [{ when: "note", call: { name: "notes", arguments: { text: "Call Ada back" } } }];

let ours: AskingOrganization;
let oauth: OAuthServer;
let app: HttpReceiver;
let agentId: number;
const workers: ApiProcess[] = [];

beforeAll(async () => {
  [oauth, app] = await Promise.all([startOAuthServer(REDIRECT_URI), startHttpReceiver()]);
  app.answer = (_request, response) => respond(response, 201, { note_id: "n1" });
  const CONNECTORS_FILE = fileOf({ [SLUG]: { ...OAUTH_CLIENT, connector: ownApp(oauth.url, app.url) } });
  const PUBLIC_BASE_URL = new URL(REDIRECT_URI).origin;
  ours = await startAskingOrganization(SCRIPT, {
    hasWorker: false,
    environment: { CONNECTORS_FILE, PUBLIC_BASE_URL },
  });
  agentId = await ours.publish({ tool_uuids: [await notesTool()] });
  const settings = { ...workerSettings(), CONNECTORS_FILE, PUBLIC_BASE_URL };
  const { test, namespace } = ours;
  for (let count = 0; count < 2; count += 1) {
    workers.push(
      startApiProcess({ ...settings, DATABASE_URL: test.url, TEMPORAL_NAMESPACE: namespace }, "worker/start.ts"),
    );
  }
});
afterAll(async () => {
  for (const worker of workers) worker.child.kill("SIGKILL");
  await Promise.all(workers.map((worker) => worker.ended));
  await Promise.all([oauth.close(), app.close()]);
  await ours.close();
});

/** A person signs in to the app, and a tool acts by their account. */
const notesTool = async (): Promise<string> => {
  const { body } = await ours.admin.call(connectAppOperation, { params: { slug: SLUG } });
  const { location, cookie } = await confirmSignIn(ours.api, body.authorization_url);
  const { pathname, search } = await oauth.signIn(location);
  await ours.api.client().fetch(pathname + search, { headers: { cookie } });
  const [account] = (await ours.admin.call(listAccountsOperation)).body.accounts;
  const config = { slug: SLUG, account_id: account?.id ?? 0, action: "add_note" };
  const tool = { name: "Notes", category: "connector" as const, definition: { type: "connector" as const, config } };
  return (await ours.admin.call(createToolOperation, { body: tool })).body.tool_uuid;
};

const accounts = () => ours.test.everything.selectFrom("connector_accounts").selectAll();
const refreshToken = async () => openTokens(await accounts().executeTakeFirstOrThrow(), testSecrets)?.refreshToken;

const workflowOf = async ({ runId }: TalkingSession) => {
  const runs = ours.test.everything.selectFrom("call_runs").select("uuid").where("id", "=", runId);
  const { uuid: runUuid } = await runs.executeTakeFirstOrThrow();
  const { organizationId } = ours.tenant;
  const { workflow } = ours.api.dependencies.temporal;
  return workflow.getHandle(textSessionContract.workflowId({ organizationId, runUuid }));
};
/** Fails when one of the workers has ended. */
const requireWorkers = () => {
  const ended = workers.find(({ child }) => child.exitCode !== null || child.signalCode !== null);
  if (ended) throw new WaitsInVain(`a worker has ended; it said: ${ended.output().slice(-2000)}`);
};
/** Returns the worker that carries out the action of a conversation at this moment. */
const actingWorker = async (session: TalkingSession): Promise<string> => {
  const handle = await workflowOf(session);
  return waitUntil("a worker carries it out", async () => {
    requireWorkers();
    const { raw } = await handle.describe();
    return raw.pendingActivities?.find(({ lastStartedTime }) => lastStartedTime)?.lastWorkerIdentity ?? undefined;
  });
};
/** The worker that has carried it out. */
const pastWorker = async (session: TalkingSession): Promise<string | undefined> => {
  const { events } = await (await workflowOf(session)).fetchHistory();
  return (events ?? []).flatMap((event) => event.activityTaskStartedEventAttributes?.identity ?? [])[0];
};

/** Both workers act before anything is measured, so that both take their part afterwards. */
const untilBothWork = () => {
  const seen = new Set<string>();
  return waitUntil("both workers act", async () => {
    requireWorkers();
    const session = await ours.talk(agentId);
    await session.send("Write a note");
    const identity = await pastWorker(session);
    if (identity) seen.add(identity);
    return seen.size === 2 || undefined;
  });
};

it("two workers that need a new token at the same instant have one refreshed, once, and both go on with it", async () => {
  await untilBothWork();
  expect(oauth.given.filter((type) => type === "refresh_token")).toEqual([]);
  const before = await refreshToken();
  oauth.given.length = 0;
  app.requests.length = 0;
  await ours.test.everything
    .updateTable("connector_accounts")
    .set({ token_expires_at: new Date(Date.now() - 60_000) })
    .execute();
  const acting = new Set<string>();
  const sends: Promise<void>[] = [];
  // While the row is locked every worker waits for it, and all of them are let go at once.
  await ours.test.everything.transaction().execute(async (tx) => {
    await tx.selectFrom("connector_accounts").select("id").forUpdate().execute();
    while (acting.size < 2) {
      const session = await ours.talk(agentId);
      sends.push(session.send("Write a note"));
      acting.add(await actingWorker(session));
    }
  });
  await Promise.all(sends);
  await waitUntil("every action is over", async () => {
    requireWorkers();
    const states = (await ours.test.everything.selectFrom("tool_calls").select("state").execute()).map(
      ({ state }) => state,
    );
    return states.every((state) => state !== "requested" && state !== "running");
  });
  expect([oauth.given, oauth.refused, oauth.revoked]).toEqual([["refresh_token"], [], 0]);
  const account = await accounts().executeTakeFirstOrThrow();
  const opened = openTokens(account, testSecrets);
  expect(account.status).toBe("connected");
  expect(opened?.refreshToken).not.toBe(before);
  expect(app.requests.map(({ headers }) => headers.authorization)).toEqual(
    sends.map(() => `Bearer ${opened?.accessToken}`),
  );
  const calls = ours.test.everything.selectFrom("tool_calls").select("state");
  expect(new Set((await calls.execute()).map(({ state }) => state))).toEqual(new Set(["done"]));
});
