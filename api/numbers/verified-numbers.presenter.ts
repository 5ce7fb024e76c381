import type { VerifiedNumber } from "../../infra/postgres/number/verified-number.entity.ts";

/** The holder of a carrier account controls what its calls say, so a call through it proves only the holder's word. */
export const presentVerifiedNumber = (row: VerifiedNumber) => ({
  ...row,
  proof: row.method === "carrier" ? ("carrier" as const) : ("declaration" as const),
});
