import { z } from "zod";
import { readHistory } from "../../application/person/read-history.ts";
import { hasRole } from "../../domain/access/member-role.rules.ts";
import type { HistoryPositions } from "../../domain/person/history.rules.ts";
import { invalidCursor } from "../http/http-error.ts";
import type { OperationInput } from "../http/operation.ts";
import type { OperationContext } from "../http/operation-context.ts";
import { readPersonNumber } from "./find-asked-person.ts";
import { presentEvent } from "./person.presenter.ts";
import type { historyQuery } from "./person.schemas.ts";

/** Lists everything that happened with a person, newest first, across campaigns, lists and carriers. */
export const listHistory = (context: OperationContext, { query }: OperationInput<{ query: typeof historyQuery }>) => {
  const { organizationId, environment, role } = context.actor;
  const places = query.cursor === undefined ? {} : readCursor(query.cursor);
  return context.inOrganization(async (tx) => {
    const phoneNumber = await readPersonNumber(tx, query.phone_number);
    const withPrivacyActs = hasRole(role, "admin");
    const asked = { organizationId, phoneNumber, environment, withPrivacyActs, places, limit: query.limit };
    const { entries, next, requests, transfers } = await readHistory(tx, asked);
    return {
      phone_number: phoneNumber,
      events: entries.map((entry) => presentEvent(entry, { requests, transfers })),
      next_cursor: next && writeCursor(next),
    };
  });
};

const places = z.record(z.string().max(32), z.number().int().nonnegative());

const writeCursor = (next: HistoryPositions): string => Buffer.from(JSON.stringify(next)).toString("base64url");

const readCursor = (cursor: string): HistoryPositions => {
  try {
    return places.parse(JSON.parse(Buffer.from(cursor, "base64url").toString()));
  } catch {
    throw invalidCursor();
  }
};
