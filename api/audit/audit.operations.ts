import { defineOperation } from "../http/operation.ts";
import { auditAnswer, auditExportQuery, auditQuery } from "./audit.schemas.ts";
import { exportActs, JSON_LINES } from "./export-acts.ts";
import { listActs } from "./list-acts.ts";

const area = "Team";

export const listActsOperation = defineOperation({
  id: "audit.list",
  area,
  method: "get",
  path: "/audit",
  summary: "Who did what, newest first: log-ins, looks at people, downloads, changes",
  permission: "viewer",
  sandbox: "read",
  query: auditQuery,
  success: { status: 200, description: "A page of acts; of everybody for admins, else one's own", body: auditAnswer },
  run: listActs,
});

export const exportActsOperation = defineOperation({
  id: "audit.export",
  area,
  method: "get",
  path: "/audit/export",
  summary: "The same as JSON lines, all of it",
  permission: "admin",
  sandbox: "read",
  share: "reporting",
  query: auditExportQuery,
  success: { status: 200, description: "One act on each line", contentTypes: [JSON_LINES] },
  run: exportActs,
});

export const auditOperations = [listActsOperation, exportActsOperation];
