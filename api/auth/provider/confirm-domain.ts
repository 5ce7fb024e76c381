import { proveDomain } from "../../../infra/postgres/access/identity-provider.repository.ts";
import { recordTimelineAtCommit } from "../../../infra/postgres/timeline/timeline.repository.ts";
import { readDomainLink } from "../../../infra/secrets/domain-link.ts";
import type { OperationInput } from "../../http/operation.ts";
import type { OperationContext } from "../../http/operation-context.ts";
import { domainLinkInvalid } from "./provider.errors.ts";
import type { confirmDomainBody } from "./provider.schemas.ts";

/** Proves a domain by the link that was mailed to who runs it. */
export const confirmDomain = async (
  { database, tokens, clock }: OperationContext,
  { body }: OperationInput<{ body: typeof confirmDomainBody }>,
) => {
  const link = readDomainLink(tokens, body.token, clock.now());
  if (!link) throw domainLinkInvalid();
  const { organizationId, domainId, token } = link;
  const proved = await database.inOrganization(organizationId, async (tx) => {
    const row = await proveDomain(tx, { id: domainId, token, at: clock.now() });
    if (row)
      recordTimelineAtCommit(tx, {
        organizationId,
        kind: "system",
        actor: "link",
        summary: `The domain ${row.domain} is proved, by a mailed link`,
      });
    return row;
  });
  if (!proved) throw domainLinkInvalid();
  return { domain: proved.domain, proved_at: proved.proved_at };
};
