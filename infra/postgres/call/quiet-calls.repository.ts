import { sql } from "kysely";
import {
  ASKED_AFTER_TALK_SECONDS,
  ASKED_OFTEN_FOR_SECONDS,
  QUIET_AFTER_SECONDS,
} from "../../../domain/call/silent-call.rules.ts";
import type { Database } from "../database.ts";

export interface QuietCall {
  organization_id: number;
  uuid: string;
}

/** Lists calls of all organizations that have probably ended: their conversation has, or nobody says anything any more. */
export const listQuietCalls = async ({ withoutOrganization }: Database): Promise<QuietCall[]> => {
  const { rows } = await sql<QuietCall>`
    select * from platform_quiet_calls(make_interval(secs => ${ASKED_AFTER_TALK_SECONDS}),
      make_interval(secs => ${QUIET_AFTER_SECONDS}), make_interval(secs => ${ASKED_OFTEN_FOR_SECONDS}))
  `.execute(withoutOrganization);
  return rows;
};
