import type { OperationContext } from "../http/operation-context.ts";

/** Every list that people made; those of one campaign's file are not among them. */
export const listContactLists = async (context: OperationContext) => {
  const rows = await context.inOrganization((tx) =>
    tx.selectFrom("contact_lists").selectAll().where("is_hidden", "=", false).orderBy("id", "desc").execute(),
  );
  return { contact_lists: rows };
};
