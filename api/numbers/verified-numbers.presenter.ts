import type { VerifiedNumber } from "../../infra/postgres/number/verified-number.entity.ts";

/** Who holds a carrier account can make its calls say what they like: a call through it is the holder's own word. */
export const presentVerifiedNumber = (row: VerifiedNumber) => ({
  ...row,
  proof: row.method === "carrier" ? ("carrier" as const) : ("declaration" as const),
});
