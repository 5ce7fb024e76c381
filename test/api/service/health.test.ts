import { expect, it } from "@jest/globals";
import { healthOperation } from "../../../api/service/service.operations.ts";
import { useTestApi } from "../../harness/tenant-api.ts";

const { api } = await useTestApi({
  environment: { PUBLIC_BASE_URL: "https://calls.example/", SIGNUP_ENABLED: "false" },
});

it("tells anybody what answers here, and where it is reached", async () => {
  expect((await api.client().call(healthOperation)).body).toEqual({
    status: "ok",
    version: expect.stringMatching(/^\d+\.\d+\.\d+/),
    backend_api_endpoint: "https://calls.example",
    deployment_mode: "self_hosted",
    auth_provider: "local",
    signup_enabled: false,
  });
});

it("does not ask who is asking: wrong credentials are no reason to call it sick", async () => {
  expect((await api.client({ apiKey: "vap_live_no" }).call(healthOperation)).status).toBe(200);
});
