import { beforeAll, beforeEach, expect, it } from "@jest/globals";
import { readPeaksOperation } from "../../../api/calls/calls.operations.ts";
import { buildArtifactKey, insertArtifact } from "../../../infra/postgres/artifact/artifact.repository.ts";
import { buildRecordingWav } from "../../../infra/simulator/recording.ts";
import { createAgentRows } from "../../factories/agents.ts";
import { createRunRow, endedCall } from "../../factories/calls.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";
import { startTestApi } from "../../harness/test-api.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let tenant: Tenant;
let run: Awaited<ReturnType<typeof createRunRow>>;

const { test, api } = await useTestApi();
beforeAll(async () => {
  await api.dependencies.objectStore.ensureBucket();
});
beforeEach(async () => {
  tenant = await createTenant(test);
  const agent = { organizationId: tenant.organizationId, ...(await createAgentRows(test, tenant)) };
  run = await createRunRow(test, agent, endedCall());
});

const keep = async (body: Buffer, format = "wav") => {
  const file = { artifactType: "recording", format, contentType: `audio/${format}` } as const;
  await api.dependencies.objectStore.put(buildArtifactKey(run, file), body, file.contentType);
  await test.database.inOrganization(run.organization_id, (tx) =>
    insertArtifact(tx, run, { ...file, sizeBytes: body.length }),
  );
  return buildArtifactKey(run, file);
};
const ask = () =>
  api.client(tenant.viewer).call(readPeaksOperation, { params: { workflow_id: run.agent_id, run_id: run.id } });

it("says who is heard when, and knows it without the file from then on", async () => {
  const key = await keep(buildRecordingWav({ seconds: 2, sounds: [{ channel: 0, from: 1, to: 2 }] }));
  const { body } = await ask();
  expect(body).toMatchObject({ workflow_run_id: run.id, length_ms: 2000 });
  expect(body.channels.map(({ speaker }) => speaker)).toEqual(["person", "agent"]);
  expect(body.channels[0]?.peaks.findIndex((peak) => peak > 0)).toBe(200);
  expect(body.channels[1]?.peaks.every((peak) => peak === 0)).toBe(true);
  await api.dependencies.objectStore.remove(key);
  expect((await ask()).body).toEqual(body);
});

it("reads the file once for everybody who asks meanwhile", async () => {
  await keep(buildRecordingWav());
  const { database, objectStore } = api.dependencies;
  let asked = 0;
  let readings = 0;
  const busy = await startTestApi(test, {
    dependencies: {
      database: {
        ...database,
        inOrganization: async (organizationId, work) => {
          const found = await database.inOrganization(organizationId, work);
          if (typeof found === "object" && found && "object_key" in found) asked += 1;
          return found;
        },
      },
      objectStore: {
        ...objectStore,
        read: async (key, offset) => {
          if (offset === undefined) readings += 1;
          await waitUntil("all have asked", () => asked === 3);
          return objectStore.read(key, offset);
        },
      },
    },
  });
  const input = { params: { workflow_id: run.agent_id, run_id: run.id } };
  const viewer = busy.client(tenant.viewer);
  const answers = await Promise.all([1, 2, 3].map(() => viewer.call(readPeaksOperation, input)));
  expect(answers.map(({ body }) => body.length_ms)).toEqual([1000, 1000, 1000]);
  expect(readings).toBe(1);
  await busy.close();
});

it("measures again what was kept anew", async () => {
  await keep(buildRecordingWav());
  expect((await ask()).body.length_ms).toBe(1000);
  await keep(buildRecordingWav({ seconds: 2, sounds: [] }));
  expect((await ask()).body.length_ms).toBe(2000);
});

it("keeps nothing of a file whose place another one has taken while it was measured", async () => {
  const key = await keep(buildRecordingWav());
  const { objectStore } = api.dependencies;
  const replaced = await startTestApi(test, {
    dependencies: {
      objectStore: {
        ...objectStore,
        read: async (...file) => {
          const stream = await objectStore.read(...file);
          await test.everything
            .updateTable("call_artifacts")
            .set({ object_key: `${key}.new` })
            .where("object_key", "=", key)
            .execute();
          return stream;
        },
      },
    },
  });
  const input = { params: { workflow_id: run.agent_id, run_id: run.id } };
  expect((await replaced.client(tenant.viewer).call(readPeaksOperation, input)).body.length_ms).toBe(1000);
  await replaced.close();
  const { peaks } = await test.everything
    .selectFrom("call_artifacts")
    .select("peaks")
    .where("run_id", "=", run.id)
    .executeTakeFirstOrThrow();
  expect(peaks).toBeNull();
});

it("says that it does not understand the file of a carrier that gives MP3", async () => {
  await keep(Buffer.from("ID3 and so on"), "mp3");
  expect((await ask()).body).toEqual({ workflow_run_id: run.id, length_ms: null, channels: [] });
});

it("is 404 without a recording, and when its file is gone", async () => {
  const input = { params: { workflow_id: run.agent_id, run_id: run.id } };
  const refused = () => api.client(tenant.viewer).refused(readPeaksOperation, input);
  expect(await refused()).toMatchObject({ status: 404, detail: "Recording of this run not found" });
  await api.dependencies.objectStore.remove(await keep(buildRecordingWav()));
  expect(await refused()).toMatchObject({ status: 404 });
});
