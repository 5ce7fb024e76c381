import type { Kysely } from "kysely";
import type { SecretBox } from "../../secrets/secret-box.ts";

/** What a migration may need besides the database. */
export interface MigrationParts {
  /** Absent: the operator has named no key. */
  readonly secrets?: SecretBox | undefined;
}

/** One numbered file of this folder. */
export interface Migration {
  up(db: Kysely<unknown>, parts?: MigrationParts): Promise<void>;
  /**
   * True: it runs outside a transaction, in steps that each hold no lock for long (`steps.ts`), and can be run again from
   * its beginning after any of them. Else it runs in one transaction, all or nothing.
   */
  readonly inSteps?: boolean;
}
