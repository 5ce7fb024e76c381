import type { z } from "zod";
import type { OperationContext } from "../http/operation-context.ts";
import { presentTool } from "./tools.presenter.ts";
import type { listToolsQuery } from "./tools.schemas.ts";

export const listTools = async (context: OperationContext, { query }: { query: z.output<typeof listToolsQuery> }) => {
  const { status, category } = query;
  const rows = await context.inOrganization((tx) =>
    tx
      .selectFrom("tools")
      .selectAll()
      .$if(status !== undefined && status.length > 0, (tools) => tools.where("status", "in", status ?? []))
      .$if(category !== undefined, (tools) => tools.where("category", "=", category ?? "http_api"))
      .orderBy("name")
      .orderBy("id")
      .execute(),
  );
  return rows.map(presentTool);
};
