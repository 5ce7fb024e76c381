import type { OrganizationTransaction } from "../database.ts";

/** Tells whether a run brings the answer to a request to the person who asked. */
export const isCallBack = async (tx: OrganizationTransaction, runId: number): Promise<boolean> => {
  const request = tx.selectFrom("requests").select("id").where("call_back_run_id", "=", runId);
  return (await request.executeTakeFirst()) !== undefined;
};
