import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "@jest/globals";
import { msToTs } from "@temporalio/common/lib/time.js";
import { NativeConnection } from "@temporalio/worker";
import { registerSearchAttributes } from "../../../infra/temporal/register-search-attributes.ts";
import { testEnvironment } from "../../harness/environment.ts";
import { quietSdk } from "../../harness/quiet-sdk.ts";
import { waitUntil } from "../../harness/wait-until.ts";

let connection: NativeConnection;

beforeAll(async () => {
  quietSdk();
  connection = await NativeConnection.connect({ address: testEnvironment.temporalAddress() });
});
afterAll(() => connection.close());

const messageOf = (namespace: string): Promise<string> =>
  registerSearchAttributes(connection, namespace).then(
    () => "registered",
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

describe("what a worker says of Temporal at its start", () => {
  it("names a namespace that is not there as itself, with the command that makes it", async () => {
    const namespace = `missing-${randomBytes(6).toString("hex")}`;
    const message = await messageOf(namespace);
    expect(message).toContain(`Temporal has no namespace ${namespace}`);
    expect(message).toContain(`temporal operator namespace create --namespace ${namespace}`);
    expect(message).not.toContain("search attributes");
  });

  it("adds the search attributes that a namespace lacks, once", async () => {
    const namespace = `bare-${randomBytes(6).toString("hex")}`;
    const workflowExecutionRetentionPeriod = msToTs("1 day");
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    await waitUntil("the server knows the namespace", async () => (await messageOf(namespace)) === "registered");
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    expect(Object.keys(customAttributes ?? {})).toEqual(expect.arrayContaining(["OrganizationId", "CampaignState"]));
    expect(await messageOf(namespace)).toBe("registered");
  });
});
