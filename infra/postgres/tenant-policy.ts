/** Selects the rows of the transaction's organization. */
const OF_ORGANIZATION = "organization_id = nullif(current_setting('app.organization_id', true), '')::bigint";

export const tenantPolicy = { name: "tenant", roles: ["ringdown_app"], using: OF_ORGANIZATION, check: OF_ORGANIZATION };

/** Selects the rows of the person whom a transaction names (`ofPerson`). */
const OF_PERSON = "user_id = nullif(current_setting('app.person_id', true), '')::bigint";

export const personPolicy = { name: "person", roles: ["ringdown_app"], using: OF_PERSON, check: OF_PERSON };
