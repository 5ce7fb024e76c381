import { randomBytes } from "node:crypto";
import { Connection } from "@temporalio/client";
import { msToTs } from "@temporalio/common/lib/time.js";
import { SEARCH_ATTRIBUTES } from "../../infra/local/temporal.ts";
import { testEnvironment } from "./environment.ts";
import { waitUntil } from "./wait-until.ts";

/** `temporal.api.enums.v1.IndexedValueType` */
const INDEXED_VALUE_TYPES: Record<string, number> = { Keyword: 2, Int: 3 };

/** Creates a namespace of one test file's own on the shared server: two files may both have an `org-1/campaign-1`. */
export const createTestNamespace = async (): Promise<string> => {
  const namespace = `test-${randomBytes(6).toString("hex")}`;
  const connection = await Connection.connect({ address: testEnvironment.temporalAddress() });
  try {
    const workflowExecutionRetentionPeriod = msToTs("1 day");
    await connection.workflowService.registerNamespace({ namespace, workflowExecutionRetentionPeriod });
    await waitUntil("the namespace takes search attributes", async () => {
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes });
      return true;
    });
    await waitUntil("every part of the server knows the namespace", () => isKnown(connection, namespace));
  } finally {
    await connection.close();
  }
  return namespace;
};

/** A server that does not know it reports the namespace and not the workflow. */
const isKnown = async ({ workflowService }: Connection, namespace: string): Promise<boolean> => {
  try {
    await workflowService.describeWorkflowExecution({ namespace, execution: { workflowId: "nobody" } });
    return true;
  } catch (error) {
    return !/namespace/i.test(String(error));
  }
};

const searchAttributes = Object.fromEntries(
  Object.entries(SEARCH_ATTRIBUTES).map(([name, type]) => [name, INDEXED_VALUE_TYPES[type] ?? 0]),
);
