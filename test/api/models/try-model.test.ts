import { beforeEach, expect, it } from "@jest/globals";
import type { z } from "zod";
import { setModelsOperation, tryModelOperation } from "../../../api/models/models.operations.ts";
import type { scriptLine } from "../../../infra/models/scripted.model.ts";
import { createTenant, type Tenant } from "../../factories/tenant.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

let tenant: Tenant;

const { test, api } = await useTestApi();
beforeEach(async () => {
  tenant = await createTenant(test);
});

const admin = () => api.client(tenant.admin);
const setScript = (script: z.input<typeof scriptLine>[]) =>
  admin().call(setModelsOperation, { body: { llm: { provider: "local", model: "scripted", script } } });

it("answers one sentence with the model that is set, and says how quick it was", async () => {
  await setScript([{ when: "open", say: "We open at eight." }]);
  const { body } = await admin().call(tryModelOperation, { body: { text: "When do you open?" } });
  expect(body).toMatchObject({ model: "local/scripted", reply: "We open at eight." });
  expect(body.first_word_ms).toBeLessThanOrEqual(body.duration_ms);
});

it("passes on in whose words the model did not answer", async () => {
  await setScript([{ when: "", fail: "unauthorized" }]);
  expect(await admin().refused(tryModelOperation, { body: { text: "Hello" } })).toMatchObject({
    status: 502,
    code: "model_unauthorized",
    detail: "local/scripted: The script says so",
  });
});
