import { type RouteCandidate, rankRoutes } from "../../domain/call/account-failover-and-route.rules.ts";
import { countSegments, findLongestText } from "../../domain/message/segments.rules.ts";
import { classifyNumber } from "../../domain/number/number-kinds.ts";
import type { OrganizationTransaction } from "../../infra/postgres/database.ts";
import {
  type AccountToRoute,
  readAccountsToRoute,
  takeTrial,
} from "../../infra/postgres/telephony/account-standing.repository.ts";
import type { TelephonyAccount } from "../../infra/postgres/telephony/telephony-account.entity.ts";
import type { CarrierRegistry } from "../../infra/telephony/carrier-registry.ts";
import type { PriceTable } from "../../infra/telephony/price-table.ts";

interface TextToRoute {
  to: string;
  body: string;
}

/**
 * Returns the id of the account that takes a text for which no carrier was asked yet: the chosen one, or one that follows it while its
 * texts fail. The one text that tries an account again is taken here.
 */
export const findTextRoute = async (
  sources: { carriers: CarrierRegistry; prices: PriceTable },
  tx: OrganizationTransaction,
  { own, text }: { own: TelephonyAccount; text: TextToRoute },
): Promise<number> => {
  if (own.failover.length === 0) return own.id;
  const countriesOf = new Map(own.failover.map((each) => [each.telephony_configuration_id, each.countries]));
  const ids = [own.id, ...countriesOf.keys()];
  const accounts = await readAccountsToRoute(tx, { accountIds: ids, callerNumber: null, use: "texts" });
  const candidates = ids.flatMap((id) => {
    const account = accounts.find((each) => each.id === id);
    return account ? [toCandidate(sources, text, { account, countries: countriesOf.get(id) ?? null })] : [];
  });
  const [first, ...others] = candidates;
  if (!first) return own.id;
  const country = classifyNumber(text.to)?.country ?? null;
  for (const { id, isToTry } of rankRoutes([first, ...others], { country, route: own.route }))
    if (!isToTry || (await takeTrial(tx, id, "texts"))) return id;
  return own.id;
};

const toCandidate = (
  { carriers, prices }: { carriers: CarrierRegistry; prices: PriceTable },
  { to, body }: TextToRoute,
  { account, countries }: { account: AccountToRoute; countries: readonly string[] | null },
): RouteCandidate => {
  const { id, provider, is_inactive, is_out, is_to_try, has_caller_id } = account;
  const { messages, description } = carriers.get(provider);
  const takesIt = messages !== null && body.length <= findLongestText(messages.longestTexts, body);
  const isReady = !is_inactive && description.unavailable === undefined && takesIt;
  return {
    id,
    isUsable: isReady && (has_caller_id || !description.needsCallerId),
    isOut: is_out,
    isToTry: is_to_try,
    countries,
    price: prices.costOfText({ provider, phoneNumber: to, ...countSegments(body) }),
  };
};
