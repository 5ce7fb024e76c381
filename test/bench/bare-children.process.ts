import { fileURLToPath } from "node:url";
import { NativeConnection, Worker } from "@temporalio/worker";

/** A worker for nothing but the floor: `node bare-children.process.ts ADDRESS QUEUE`. */
const [address = "", taskQueue = ""] = process.argv.slice(2);
const worker = await Worker.create({
  connection: await NativeConnection.connect({ address }),
  taskQueue,
  workflowsPath: fileURLToPath(new URL("bare-children.workflow.ts", import.meta.url)),
  activities: { nothing: async () => {} },
  maxConcurrentWorkflowTaskExecutions: 40,
  maxConcurrentActivityTaskExecutions: 100,
});
process.send?.("ready");
await worker.run();
