import { z } from "zod";
import { ToolRefusal } from "../mcp-errors.ts";
import { pollUntil } from "../poll-until.ts";
import { defineTool, id } from "../tool.ts";

/** An import of a text takes a moment; a client that waits longer asks again for its state. */
const WAIT_SECONDS = 45;

export const importContacts = defineTool({
  name: "import_contacts",
  title: "Import contacts",
  description:
    "Imports contacts from the text of a CSV file, with a line of headings, into a new list (list_name) or one that is there (contact_list_id), and tells how many rows were taken or refused.",
  effect: "acts",
  input: z.object({
    csv: z.string().min(1).max(900_000),
    list_name: z.string().min(1).max(255).optional(),
    contact_list_id: id.optional(),
    mapping: z
      .record(z.string(), z.string())
      .optional()
      .meta({ description: "phone_number, name, timezone → the file's column" }),
    default_country: z.string().length(2).optional().meta({ description: "Of numbers without +" }),
  }),
  run: async (call, { csv, list_name, contact_list_id, mapping, default_country }) => {
    if ((list_name === undefined) === (contact_list_id === undefined))
      throw new ToolRefusal("Give either list_name or contact_list_id.");
    const file = Buffer.from(csv);
    const { object_store_key } = uploadUrl.parse(
      await call.ask("contacts.uploadUrl", { body: { file_name: "contacts.csv", file_size: file.length } }),
    );
    // The key is one that the operation has just given to this organization.
    await call.dependencies.objectStore.put(object_store_key, file, "text/csv");
    const body = { object_store_key, mapping, default_country };
    const started = startedImport.parse(
      contact_list_id === undefined
        ? await call.ask("contacts.importIntoNewList", { body: { name: list_name, ...body } })
        : await call.ask("contacts.import", { params: { contact_list_id }, body }),
    );
    const params = { contact_list_id: started.contact_list_id ?? contact_list_id, import_id: started.import_id };
    return pollUntil(call, {
      seconds: WAIT_SECONDS,
      read: () => call.ask("contacts.imports.get", { params }),
      isDone: (answer) => ["completed", "failed"].includes(importState.parse(answer).status),
    });
  },
});

const uploadUrl = z.looseObject({ object_store_key: z.string() });
const startedImport = z.looseObject({ import_id: z.number(), contact_list_id: z.number().optional() });
const importState = z.looseObject({ status: z.string() });
