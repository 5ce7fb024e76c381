/** Selects the rows of the transaction's organization. */
const OF_ORGANIZATION = "organization_id = nullif(current_setting('app.organization_id', true), '')::bigint";

export const tenantPolicy = { name: "tenant", roles: ["ringdown_app"], using: OF_ORGANIZATION, check: OF_ORGANIZATION };
