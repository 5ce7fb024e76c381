import { expect, it } from "@jest/globals";
import { makePackDemos } from "../../../api/marketplace/make-pack-demos.ts";
import { listPacksOperation } from "../../../api/marketplace/marketplace.operations.ts";
import { createTenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

const { test, api } = await useTestApi();

const agents = () => test.everything.selectFrom("agents").select("id").execute();

it("a fresh installation shows every pack, those with calls by a talk page of its own, made once", async () => {
  const [demos] = await Promise.all([makePackDemos(api.dependencies), makePackDemos(api.dependencies)]);
  expect(await agents()).toHaveLength(Object.keys(demos).length);
  expect(await makePackDemos(api.dependencies)).toEqual(demos);
  Object.assign(api.dependencies.packDemos, demos);
  const viewer = api.client({ token: (await createTenant(test)).viewer.token });
  const { packs } = (await viewer.call(listPacksOperation, { query: {} })).body;
  expect(packs).toHaveLength(11);
  expect(packs.filter(({ flow }) => flow === "voice").map(({ demo_url }) => demo_url)).toEqual(
    Array(8).fill(expect.stringMatching(/\/talk\/[\w.-]+$/)),
  );
  expect(packs.flatMap(({ badges }) => badges)).not.toContain("Works on a schedule");
});

it("somebody can talk with the agent of a pack, on our own page", async () => {
  const demos = await makePackDemos(api.dependencies);
  for (const { demo_url } of Object.values(demos)) {
    const token = demo_url?.split("/").at(-1) ?? "";
    const described = await api.client().fetch(`/api/v1/public/talk/${token}`);
    expect(described.status).toBe(200);
    const begun = await api.client().fetch(`/api/v1/public/talk/${token}`, {
      method: "POST",
      headers: { origin: new URL(demo_url ?? "").origin },
    });
    expect(begun.status).toBe(201);
  }
});
