import { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Lists the lists that people made, without those of one campaign's file. */
export const listContactLists = async (context: OperationContext) => {
  const rows = await context.withEntities((em) =>
    em.find(ContactList, { is_hidden: false }, { orderBy: { id: "desc" } }),
  );
  return { contact_lists: rows };
};
