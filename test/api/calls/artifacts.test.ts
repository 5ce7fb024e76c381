import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { MockActivityEnvironment } from "@temporalio/testing";
import { createRetentionActivities } from "../../../activities/retention/retention.activities.ts";
import { listActsOperation } from "../../../api/audit/audit.operations.ts";
import {
  getRunOperation,
  listRunsOperation,
  listUsageOperation,
  revokeArtifactLinksOperation,
} from "../../../api/calls/calls.operations.ts";
import { setPreferencesOperation } from "../../../api/organizations/organizations.operations.ts";
import { signArtifactToken } from "../../../application/call/artifact-link.ts";
import { buildArtifactKey, insertArtifact } from "../../../infra/postgres/artifact/artifact.repository.ts";
import { noPrices } from "../../../infra/telephony/price-table.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createKey, createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { testTokens } from "../../harness/test-secrets.ts";

const WORDS = "agent: Hello\nperson: Hi";

let tenant: Tenant;
let run: {
  id: number;
  uuid: string;
  organization_id: number;
  agent_id: number;
  agent_version_id: number;
  artifact_generation: number;
};

const { test, api } = await useTestApi();
beforeAll(async () => {
  await api.dependencies.objectStore.ensureBucket();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  const agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
  run = await createRunRow(test, agent, endedCall());
});

const keep = async (format: string, body: string) => {
  const file = {
    artifactType: "transcript",
    format,
    contentType: format === "json" ? "application/json" : "text/plain",
  } as const;
  await api.dependencies.objectStore.put(buildArtifactKey(run, file), Buffer.from(body), file.contentType);
  await test.database.inOrganization(run.organization_id, (tx) =>
    insertArtifact(tx, run, { ...file, sizeBytes: body.length }),
  );
};
const paramsOf = () => ({ workflow_id: run.agent_id, run_id: run.id });
const read = async () => (await api.client(tenant.viewer).call(getRunOperation, { params: paramsOf() })).body;
const linkOf = async () => new URL((await read()).transcript_public_url ?? "").pathname;
const follow = (path: string) => fetch(`${api.baseUrl}${path}`, { redirect: "manual" });

it("a run without files has no links; one with a transcript has one that leads to it, for anybody who has it", async () => {
  expect(await read()).toMatchObject({ transcript_public_url: null, public_access_token: null });
  await keep("txt", WORDS);
  await keep("json", "[]");
  expect(await read()).toMatchObject({ recording_public_url: null, public_access_token: expect.any(String) });
  const answer = await follow(await linkOf());
  expect(answer.status).toBe(302);
  const file = await fetch(answer.headers.get("location") ?? "");
  expect(await file.text()).toBe(WORDS);
  expect(file.headers.get("content-disposition")).toBe('attachment; filename="transcript.txt"');
});

it("tells the audit which member opened it, by the session or key that comes along, and of strangers the link alone", async () => {
  await keep("txt", WORDS);
  const path = await linkOf();
  const key = await createKey(test, { tenant });
  const stranger = await createTenant(test);
  const open = (headers: Readonly<Record<string, string>>) =>
    fetch(`${api.baseUrl}${path}`, { redirect: "manual", headers: { "user-agent": "A browser", ...headers } });
  const cookieOf = (token: string) => ({ cookie: `ringdown_session=${token}` });
  const opened: readonly Readonly<Record<string, string>>[] = [
    cookieOf(tenant.operator.token),
    { "x-api-key": key.apiKey },
    {},
    cookieOf(stranger.owner.token),
    cookieOf("of-no-session"),
  ];
  for (const headers of opened) expect((await open(headers)).status).toBe(302);
  const { body } = await api.client(tenant.owner).call(listActsOperation, { query: { kind: "downloaded" } });
  const link = { actor: "link", user_id: null };
  expect(body.acts.toReversed()).toMatchObject(
    [
      { actor: `user:${tenant.operator.userId}`, user_id: tenant.operator.userId },
      { actor: `api_key:${key.id}` },
      link,
      link,
      link,
    ].map((who) => ({ ...who, operation: "calls.artifact", subject: { run_id: run.id, artifact_type: "transcript" } })),
  );
});

it("is shown instead of saved, and in its other format, when asked so", async () => {
  await keep("txt", WORDS);
  await keep("json", "[]");
  const inline = await follow(`${await linkOf()}?inline=true&format=json`);
  const file = await fetch(inline.headers.get("location") ?? "");
  expect([file.headers.get("content-disposition"), await file.text()]).toEqual([
    'inline; filename="transcript.json"',
    "[]",
  ]);
});

it("is linked in lists too, of the run that has it", async () => {
  await keep("txt", WORDS);
  const other = await createRunRow(
    test,
    { organizationId: run.organization_id, agentId: run.agent_id, versionId: run.agent_version_id },
    endedCall(),
  );
  const viewer = api.client(tenant.viewer);
  const runs = (await viewer.call(listRunsOperation, { params: { workflow_id: run.agent_id } })).body.runs;
  const usage = (await viewer.call(listUsageOperation, {})).body.runs;
  for (const list of [runs, usage]) {
    expect(list.map(({ id, recording_public_url }) => [id, recording_public_url])).toEqual([
      [other.id, null],
      [run.id, null],
    ]);
    expect(list[0]).toMatchObject({ transcript_public_url: null, public_access_token: null });
    expect((await follow(new URL(list[1]?.transcript_public_url ?? "").pathname)).status).toBe(302);
  }
});

it("every invalid link is the same 404: forged, expired, of another organization, of nothing kept, revoked", async () => {
  await keep("txt", WORDS);
  const path = await linkOf();
  const signed = (named: { organization_id: number }, { daysAgo }: { daysAgo: number }) => {
    const now = new Date(Date.now() - daysAgo * 86_400_000);
    const token = signArtifactToken(testTokens, { ...run, ...named }, { now, days: 7 });
    return `/api/v1/public/download/workflow/${token}/transcript`;
  };
  const another = (await createTenant(test)).organizationId;
  expect((await follow(signed(run, { daysAgo: 6 }))).status).toBe(302);
  const bodies = new Set<string>();
  const refused = async (each: string) => {
    const answer = await follow(each);
    expect(answer.status).toBe(404);
    bodies.add(await answer.text());
  };
  await refused(signed(run, { daysAgo: 8 }));
  await refused(signed({ organization_id: another }, { daysAgo: 0 }));
  await refused(path.replace(/\/transcript$/, "/recording"));
  await refused(path.replace(/\/transcript$/, "/nonsense"));
  await refused(path.replace("/workflow/", "/workflow/x"));
  await refused(`${path}?format=xml`);
  const { body } = await api.client(tenant.operator).call(revokeArtifactLinksOperation, { params: paramsOf() });
  await refused(path);
  expect((await follow(new URL(body.transcript_public_url ?? "").pathname)).status).toBe(302);
  expect([body.transcript_url, body.recording_url]).toEqual([body.transcript_public_url, body.recording_public_url]);
  expect(bodies.size).toBe(1);
});

it("is removed, object and row, when the organization keeps it no longer; another's stays", async () => {
  await keep("txt", WORDS);
  const [ours, theirs] = [run, await createTenant(test)];
  const agent = { organizationId: theirs.organizationId, ...(await createAgentRows(test, theirs)) };
  run = await createRunRow(test, agent, endedCall());
  await keep("txt", WORDS);
  await test.everything
    .updateTable("call_artifacts")
    .set({ created_at: new Date(Date.now() - 3 * 86_400_000) })
    .execute();
  await api.client(tenant.admin).call(setPreferencesOperation, { body: { retention_days: 2 } });
  const { objectStore } = api.dependencies;
  const activities = createRetentionActivities({
    ...api.dependencies,
    lockPool: Object.create(null),
    rowBytesPerOrganization: Infinity,
    auditKeepDays: 400,
    publicBaseUrl: "",
    prices: noPrices,
  });
  expect(await new MockActivityEnvironment().run(() => activities.removeExpired())).toEqual({
    removed: 1,
    more: false,
  });
  const key = (of: { organization_id: number; uuid: string }) =>
    buildArtifactKey(of, { artifactType: "transcript", format: "txt" });
  expect(await objectStore.size(key(ours))).toBeNull();
  expect(await objectStore.size(key(run))).toBe(WORDS.length);
  expect(await new MockActivityEnvironment().run(() => activities.removeExpired())).toEqual({
    removed: 0,
    more: false,
  });
});
