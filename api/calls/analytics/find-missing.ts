import { sql } from "kysely";
import { z } from "zod";
import type { OrganizationTransaction } from "../../../infra/postgres/database.ts";
import type { Question } from "./analytics.schemas.ts";

const KINDS = ["agent", "campaign", "contact_list"] as const;
type Kind = (typeof KINDS)[number];
export interface Missing {
  kind: Kind;
  id: number;
}

const TABLES: Readonly<Record<Kind, string>> = {
  agent: "agents",
  campaign: "campaigns",
  contact_list: "contact_lists",
};

/** Returns a function that tells what a question names and is gone; all questions are looked at in one reading for each kind. */
export const findMissing = async (tx: OrganizationTransaction, questions: readonly Question[]) => {
  const named = questions.flatMap(listNamed);
  const gone = new Set<string>();
  for (const kind of KINDS) {
    const ids = named.filter((each) => each.kind === kind).map(({ id }) => id);
    if (ids.length === 0) continue;
    const { rows } = await sql<{ id: number }>`
      select id from ${sql.table(TABLES[kind])} where id = any(${ids}::bigint[])`.execute(tx);
    const there = new Set(rows.map(({ id }) => id));
    for (const id of ids) if (!there.has(id)) gone.add(`${kind}/${id}`);
  }
  return (question: Question): Missing[] => listNamed(question).filter(({ kind, id }) => gone.has(`${kind}/${id}`));
};

const filter = z.union([
  z.object({ attribute: z.enum(["workflowId", "campaignId"]), value: z.object({ value: z.coerce.number() }) }),
  z.object({
    attribute: z.literal("dimension"),
    value: z.object({ by: z.enum(KINDS), is: z.coerce.number() }),
  }),
]);

/** Filters that name no row are none of these, and were checked when the view was saved. */
const listNamed = ({ workflow_id: agentId, campaign_id: campaignId, filters }: Question): Missing[] => {
  const written = readFilters(filters);
  const inFilters = (Array.isArray(written) ? written : []).flatMap((each): Missing[] => {
    const { data } = filter.safeParse(each);
    if (data === undefined) return [];
    if (data.attribute === "dimension") return [{ kind: data.value.by, id: data.value.is }];
    return [{ kind: data.attribute === "workflowId" ? "agent" : "campaign", id: data.value.value }];
  });
  return [
    ...(agentId === undefined ? [] : [{ kind: "agent" as const, id: agentId }]),
    ...(campaignId === undefined ? [] : [{ kind: "campaign" as const, id: campaignId }]),
    ...inFilters,
  ];
};

/** An erasure may have blotted something out of them that leaves no JSON: such a view is listed all the same. */
const readFilters = (json: string | null | undefined): unknown => {
  try {
    return json ? JSON.parse(json) : [];
  } catch {
    return [];
  }
};
