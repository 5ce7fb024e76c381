import {
  type AccountStanding,
  type CarrierAnswer,
  judgeAnswer,
} from "../../domain/call/account-failover-and-route.rules.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  type AccountUse,
  lockStanding,
  writeStanding,
} from "../../infra/postgres/telephony/account-standing.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import { recordTimelineAtCommit } from "../../infra/postgres/timeline/timeline.repository.ts";

type JudgedAccount = Pick<TelephonyAccount, "id" | "name" | "organization_id" | "failover">;

/** Keeps what a carrier's answer to a request tells of its account, for calls or for texts. */
export const keepStanding = async (
  tx: OrganizationTransaction,
  account: JudgedAccount,
  { answer, use }: { answer: CarrierAnswer; use: AccountUse },
): Promise<void> => {
  const before = await lockStanding(tx, account, use);
  const after = judgeAnswer(before, answer);
  if (after === before) return;
  await writeStanding(tx, { accountId: account.id, use }, after);
  if (account.failover.length > 0) tellOfChange(tx, account, { before, after, use });
};

const tellOfChange = (
  tx: OrganizationTransaction,
  { id, name, organization_id: organizationId }: JudgedAccount,
  { before, after, use }: { before: AccountStanding; after: AccountStanding; use: AccountUse },
): void => {
  const wasOut = before.outForSeconds !== null;
  const isOut = after.outForSeconds !== null;
  if (wasOut === isOut) return;
  recordTimelineAtCommit(tx, {
    organizationId,
    kind: "system",
    actor: "system",
    summary: isOut
      ? `A carrier account fails, and its ${use} go to those that follow it: ${name}`
      : `A carrier account works again${use === "texts" ? " for texts" : ""}: ${name}`,
    payload: { event: isOut ? "account_out" : "account_back", telephony_configuration_id: id, use },
  });
};
