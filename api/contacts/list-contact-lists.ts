import { ContactList } from "../../infra/postgres/contact/contact-list.entity.ts";
import type { OperationContext } from "../http/operation-context.ts";

/** Every list that people made; those of one campaign's file are not among them. */
export const listContactLists = async (context: OperationContext) => {
  const rows = await context.withEntities((em) =>
    em.find(ContactList, { is_hidden: false }, { orderBy: { id: "desc" } }),
  );
  return { contact_lists: rows };
};
